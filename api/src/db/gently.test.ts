import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts';
import { lockTable } from '../testing/database-state.ts';
import { isDatabaseAway } from './database-errors.ts';
import { openDatabase } from './database.ts';
import { alterGently, transactGently } from './gently.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.raw('drop sequence if exists tries; create sequence tries'));

/** Fails with `code` until the third try. What a sequence counted, no rollback takes back. */
const failing = (code: string) =>
  `do $$ begin if nextval('tries') < 3 then raise exception 'not yet' using errcode = '${code}'; end if; end $$`;

async function tries(): Promise<number> {
  const { rows } = await database.db.raw<{ rows: [{ last: number }] }>('select last_value::int as last from tries');
  return rows[0].last;
}

test.each([
  ['a lock that others hold', '55P03'],
  ['a deadlock', '40P01'],
])('a change of a table that meets %s is tried again', async (_, code) => {
  await alterGently(database.db, failing(code));
  expect(await tries()).toBe(3);
});

test('one that cannot be made is given up at once', async () => {
  await expect(alterGently(database.db, failing('42P01'))).rejects.toMatchObject({ code: '42P01' });
  expect(await tries()).toBe(1);
});

test('who stands still in the middle of a change loses the table to those who wait for it', async () => {
  const others = openDatabase(database.url);
  const change = transactGently(
    database.db,
    async (trx) => {
      await lockTable(trx, 'users');
      expect(await others.transaction((other) => lockTable(other, 'users')).then(() => 'held', String)).toBe('held');
      await trx.raw('select 1');
    },
    { standsStillMs: 50 },
  );
  await expect(change).rejects.toSatisfy(isDatabaseAway);
  await others.destroy();
});
