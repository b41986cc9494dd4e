import type { Knex } from 'knex';
import pg from 'pg';
import { expect, test } from 'vitest';
import { lockArea } from './release-lock.repository.ts';

const refusing = (code: string) =>
  ({
    raw: () => Promise.reject(Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code })),
  }) as unknown as Knex;

test.each(['57014', '55P03'])('whoever waits too long for another of the same area hears of it (%s)', async (code) => {
  await expect(lockArea(refusing(code), 'mf_history')).rejects.toMatchObject({
    status: 409,
    expose: { isUnderWay: true },
    message: 'Somebody else is moving mf_history right now. Nothing was changed: try again in a minute.',
  });
});

test('a database that is away is no somebody', async () => {
  await expect(lockArea(refusing('57P01'), 'mf_history')).rejects.toThrow('refused');
});
