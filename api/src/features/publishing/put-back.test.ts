import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../db/migrations/index.ts';
import { fillAnew, historyOf } from '../../testing/database-state.ts';
import { freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { stored } from '../../testing/stored.ts';
import { loopClockRepository } from './loop-clock.repository.ts';

let one: TestDatabase;
beforeAll(async () => {
  one = await freshDatabase();
});
afterAll(() => one.close());

const beat = () => loopClockRepository(one.db).beat();
const A_DAY_AGO = () => new Date(Date.now() - 86_400_000);

test('a copy that came in the place of the database is a loss, on a server that never stopped', async () => {
  const copy = await freshDatabase();
  const other = await historyOf(copy.db);
  await copy.close();
  await beat();
  expect(await beat()).toBeNull();
  // Its last heartbeat, as the copy has it.
  await stored(one.db).loopHeartbeat.change({ history: other, ticked_at: A_DAY_AGO() });
  expect(await beat()).toMatchObject({ isLoss: true });
  expect(await beat()).toBeNull();
});

test('so are tables that were dropped and filled anew within it', async () => {
  await beat();
  await fillAnew(one.db, 'loop_heartbeat');
  expect(await beat()).toMatchObject({ isLoss: true });
});

test('the release before, and this one after it, take nothing for a loss that is none', async () => {
  const { up, down } = migrations['20261128130000_know_a_database_from_its_copy'] ?? {};
  await beat();
  for (const migrate of [down, up]) {
    await one.db.transaction(async (trx) => migrate?.(trx));
    expect(await beat()).toBeNull();
  }
  await stored(one.db).loopHeartbeat.change({ history: 'another' });
  await one.db.transaction(async (trx) => down?.(trx));
  await one.db.transaction(async (trx) => up?.(trx));
  expect(await beat()).toMatchObject({ isLoss: true });
});
