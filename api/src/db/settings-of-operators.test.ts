import type { Knex } from 'knex';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setForDatabase } from '../testing/database-state.ts';
import { emptyDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
const pools: Knex[] = [];
const open = () => {
  const pool = openDatabase(database.url);
  pools.push(pool);
  return pool;
};
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.destroy()));
  await database.close();
});

test.each(['SQL, DMY', 'Postgres, MDY', 'German'])(
  'an instant is read as it was written, where the database writes days as %s',
  async (style) => {
    await setForDatabase(open(), 'datestyle', style);
    const instant = new Date('2026-03-04T05:06:07.890Z');
    const { rows } = await open().raw<{ rows: object[] }>('select ?::timestamptz as at', [instant]);
    expect(rows).toEqual([{ at: instant }]);
  },
);

test.each(['repeatable read', 'serializable'])(
  'a transaction sees what others have committed meanwhile, where the database begins them as %s',
  async (isolation) => {
    const db = open();
    await setForDatabase(db, 'default_transaction_isolation', isolation);
    await db.raw('create table counted (n int)');
    const count = async (trx: Knex) => (await trx('counted')).length;
    await open().transaction(async (trx) => {
      expect(await count(trx)).toBe(0);
      await db('counted').insert({ n: 1 });
      expect(await count(trx)).toBe(1);
    });
  },
);
