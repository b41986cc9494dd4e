import { expect, onTestFinished, test } from 'vitest';
import { ONE_CONNECTION } from '../testing/test-api.ts';
import { freshDatabase } from '../testing/test-database.ts';
import { readWhileWanted } from './cancellable.ts';
import { openDatabase } from './database.ts';

/** A read that takes until `end` is called, over a pool of so many connections. */
async function reading(connections: number) {
  const { url, db: other, close } = await freshDatabase();
  const db = openDatabase(url, 'requests', { ...ONE_CONNECTION, connections });
  onTestFinished(async () => {
    await db.destroy();
    await close();
  });
  const lock = await other.transaction();
  await lock.raw('select pg_advisory_xact_lock(1)');
  const gone = new AbortController();
  const read = readWhileWanted(db, gone.signal, 'select pg_advisory_xact_lock(?)', [1]);
  const waiting =
    'select from pg_locks where not granted and database = (select oid from pg_database where datname = ?)';
  const name = new URL(url).pathname.slice(1);
  await expect.poll(async () => (await other.raw<{ rows: [] }>(waiting, [name])).rows).toHaveLength(1);
  return { db, read, abort: () => gone.abort(), end: () => lock.rollback() };
}

test('a read that nobody waits for any more is ended', async () => {
  const { read, abort, end } = await reading(2);
  abort();
  await expect(read).rejects.toMatchObject({ code: '57014' });
  await end();
});

test('where no connection is free to end it, it keeps its own no longer than it takes', async () => {
  const { db, read, abort, end } = await reading(1);
  const next = db.raw<{ rows: unknown[] }>('select 1 as one').then(({ rows }) => rows);
  abort();
  await end();
  expect(await Promise.all([read, next])).toMatchObject([[{}], [{ one: 1 }]]);
});
