import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, prepared } from './database.ts';
import { secondConnections } from '../testing/second-connections.ts';
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const messages = () => secondConnections().map(({ message }) => message);

test('a statement over the pool within a transaction of it is found, and one of the transaction is not', async () => {
  const { db } = database;
  await db.transaction(async (trx) => {
    await trx.raw('select 1');
    await trx.transaction((nested) => nested.raw('select 2'));
    await prepared(trx, 'three', 'select 3', []);
    expect(messages()).toEqual([]);
    await db.raw('select 4');
    expect(messages()).toEqual([expect.stringContaining('select 4')]);
    await prepared(db, 'five', 'select 5', []);
    await db.transaction((other) => other.raw('select 6'));
    expect(messages()).toHaveLength(2);
  });
  await db.raw('select 7');
  expect(messages()).toEqual([]);
});

test('what a transaction set in motion, and is not waited for, may ask when that is over', async () => {
  const { db } = database;
  const over = Promise.withResolvers<void>();
  let after = Promise.resolve<unknown>(null);
  await db.transaction(async () => {
    after = over.promise.then(() => db.raw('select 1'));
  });
  over.resolve();
  await after;
  expect(messages()).toEqual([]);
});

test('another pool may be asked, as long as none asks the other way round', async () => {
  const { db, url } = database;
  const other = openDatabase(url);
  const both = () => db.transaction(() => other.raw('select 1'));
  await both();
  expect(messages()).toEqual([]);
  await other.transaction(() => db.raw('select 2'));
  expect(messages()).toEqual([expect.stringContaining('select 2')]);
  await other.destroy();
});
