import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { emptyDatabase } from '../testing/test-database.ts';
import { lineName } from './database.ts';
import { withMigrationLock } from './migration-lock.ts';

// An index that is built beside running work lists the transactions that see a snapshot of the data at some instant,
// as each does in the middle of a statement, and waits until all of them have ended.

let database: Awaited<ReturnType<typeof emptyDatabase>>;
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(() => database.close());

const LINES = `pg_stat_activity
  where datname = current_database() and application_name = '${lineName('migrationLock')}'`;

test('the transaction that holds the lock sees no snapshot while it gives signs of life', async () => {
  const lookOften = `do $$ begin
    for n in 1..20000 loop
      perform pg_stat_clear_snapshot();
      if exists (select from ${LINES} and backend_xmin is not null) then raise 'A snapshot in round %', n; end if;
    end loop;
  end $$`;
  await withMigrationLock(database.url, { signOfLifeEveryMs: 0 }, (db) => db.raw(lookOften));
});

test('whoever waits for the lock ends each of its transactions before the work has ended', async () => {
  const waiting: Promise<string>[] = [];
  const transactions = async (db: Knex) => {
    const { rows } = await db.raw<{ rows: { id: string }[] }>(
      `select virtualtransaction as id from pg_locks
        where locktype = 'virtualxid' and pid in (select pid from ${LINES})`,
    );
    return rows.map(({ id }) => id);
  };
  await withMigrationLock(database.url, {}, async (db) => {
    const [held] = await transactions(db);
    for (const name of ['one', 'two']) waiting.push(withMigrationLock(database.url, {}, async () => name));
    const seen = new Set<string>();
    while (seen.size < 20) {
      for (const id of await transactions(db)) if (id !== held) seen.add(id);
      await sleep(1);
    }
  });
  expect((await Promise.all(waiting)).toSorted()).toEqual(['one', 'two']);
});
