import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { simulateClock, type SimulatedClock } from '../../testing/simulated-clock.ts';
import { freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { aiBudget, TEXTS_AT_ONCE } from './ai-budget.ts';
import { aiCallsRepository } from './ai-calls.repository.ts';

let database: TestDatabase;
let db: Knex;
let clock: SimulatedClock;
beforeAll(async () => {
  database = await freshDatabase();
  clock = await simulateClock(database.db, new Date('2026-11-24T12:00:00Z'));
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

const MINE = 100_000;
const begin = (by: TestUser, reservedMicros: number, texts: number) =>
  aiBudget({ db, budgets: { mine: MINE, all: null } }).reserve(
    by,
    reservedMicros,
    (trx) =>
      aiCallsRepository(trx).begin(by, {
        purpose: 'post',
        model: 'gpt-5.4-mini',
        prompt: 'x',
        from: { id: 'post', version: 1 },
        reservedMicros,
      }),
    texts,
  );

test('what a process that died has set aside is spent after a while: nobody is told to wait for it', async () => {
  const me = await buildUser(db);
  await begin(me, 60_000, 1);
  expect(await begin(me, 60_000, 1)).toMatchObject({ over: { because: 'open' } });
  await clock.move(4);
  expect((await aiCallsRepository(db).spentToday(me)).mine).toEqual({ settled: 60_000, open: 0 });
  expect(await begin(me, 60_000, 1)).toMatchObject({
    over: { because: 'not-enough', resetsAt: new Date('2026-11-25T00:00:00Z') },
  });
});

test('texts that are being written at midnight are under way after it, and paid for on the day before', async () => {
  const me = await buildUser(db);
  await clock.move((Date.parse('2026-11-24T23:59:00Z') - clock.now().getTime()) / 60_000);
  for (let n = 0; n < TEXTS_AT_ONCE; n += 1) await begin(me, 8000, 1);
  await clock.move(2);
  expect((await aiCallsRepository(db).spentToday(me)).mine).toEqual({ settled: 0, open: 0 });
  await expect(begin(me, 1000, 1)).rejects.toMatchObject({ status: 429 });
  await clock.move(3);
  expect(await begin(me, MINE, 1)).toHaveProperty('begun');
});
