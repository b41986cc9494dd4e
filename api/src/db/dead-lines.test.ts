import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { pino, type Logger } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPostgresProxy, type PostgresProxy } from '../../../scripts/torture/postgres-proxy.ts';
import { emptyDatabase } from '../testing/test-database.ts';
import { isDatabaseAway } from './database-errors.ts';
import { lineName, openDatabase, prepared } from './database.ts';
import { databaseListener } from './listener.ts';
import { isMigrated, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** As in the product, only sooner. */
const SOON = { connections: 8, acquireMs: 5000, connectMs: 2000, statementMs: 1500, silenceMs: 2000 };

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let proxy: PostgresProxy;
let db: Knex;
beforeEach(async () => {
  database = await emptyDatabase();
  proxy = await startPostgresProxy(database.url);
  db = openDatabase(proxy.url, 'requests', SOON);
});
afterEach(async () => {
  await Promise.all([db.destroy(), proxy.close()]);
  await database.close();
});

const ask = () => db.raw<{ rows: { n: number }[] }>('select 1 as n');
/** Every line of the pool at work at once, by the process that the server has for it. */
const lines = () =>
  Promise.all(
    Array.from({ length: SOON.connections }, async () => {
      const { rows } = await db.raw<{ rows: [{ pid: number }] }>('select pg_backend_pid() as pid, pg_sleep(0.05)');
      return rows[0].pid;
    }),
  );
/** How it failed, or null: what has no limit of its own never ends here, and its test with it. */
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (failure: unknown) => failure,
  );

test('a line that swallows everything is given up after its limit: the database is away', async () => {
  await lines();
  proxy.swallow();
  expect(isDatabaseAway(await failureOf(ask()))).toBe(true);
});

test('after one dead line the others of its time are replaced, not tried one by one', async () => {
  const before = await lines();
  proxy.swallow();
  await failureOf(ask());
  proxy.giveBack();
  expect((await lines()).filter((pid) => before.includes(pid))).toEqual([]);
});

test('a line to a server that takes no writes is replaced', async () => {
  const one = openDatabase(database.url, 'requests', { ...SOON, connections: 1 });
  await one.raw('set default_transaction_read_only = on');
  const write = () => one.raw('create table written (n int)');
  expect(isDatabaseAway(await failureOf(write()))).toBe(true);
  await write();
  await one.destroy();
});

test('while nothing arrives a call that needs a new line fails within the limit of a connect', async () => {
  proxy.swallow();
  expect(isDatabaseAway(await failureOf(ask()))).toBe(true);
});

test('a transaction on a dead line fails, and its pool ends', async () => {
  await lines();
  const error = await failureOf(
    db.transaction(async (trx) => {
      await trx.raw('select 1');
      proxy.swallow();
      await trx.raw('select 2');
    }),
  );
  expect(isDatabaseAway(error)).toBe(true);
  await db.destroy();
});

test('a prepared statement on a dead line fails alike', async () => {
  await prepared(db, 'one', 'select 1 as n', []);
  proxy.swallow();
  expect(isDatabaseAway(await failureOf(prepared(db, 'one', 'select 1 as n', [])))).toBe(true);
});

test('a statement that takes too long is ended by the server, and its line goes on', async () => {
  // However late the server comes to it.
  const one = openDatabase(database.url, 'requests', { ...SOON, connections: 1, silenceMs: 600_000 });
  const pid = async () => (await one.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const before = await pid();
  const error = await failureOf(one.raw('select pg_sleep(600)'));
  expect(error).toMatchObject({ code: '57014' });
  expect(isDatabaseAway(error)).toBe(true);
  expect(await pid()).toBe(before);
  await one.destroy();
});

test('an answer that came while this process stood still is heard', async () => {
  const one = openDatabase(database.url, 'requests', { ...SOON, connections: 1, silenceMs: 300 });
  const trx = await one.transaction();
  const asked = trx.raw<{ rows: { n: number }[] }>('select 7 as n from pg_sleep(0.05)').then(({ rows }) => rows);
  // It is on its way, and behind this moment timers come first.
  await turn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
  expect(await asked).toEqual([{ n: 7 }]);
  await trx.rollback();
  await one.destroy();
});

test('an error of the statement is no dead line', async () => {
  const error = await failureOf(db.raw('select 1 / 0'));
  expect(isDatabaseAway(error)).toBe(false);
});

test('a listener notices a line on which nothing arrives any more, and hears again soon after it is back', async () => {
  const heard: string[] = [];
  let lines = 0;
  const listener = databaseListener({
    databaseUrl: proxy.url,
    name: 'test',
    log: pino({ level: 'silent' }),
    channels: {
      news: {
        notified: (payload) => heard.push(payload),
        listening: () => {
          lines += 1;
        },
      },
    },
    limits: { connectMs: 300, silenceMs: 200 },
    signOfLifeEveryMs: 100,
  });
  listener.start();
  await vi.waitFor(() => expect(listener.isListening()).toBe(true), 60_000);
  proxy.swallow();
  await vi.waitFor(() => expect(listener.isListening()).toBe(false), 60_000);
  const before = lines;
  proxy.giveBack();
  await vi.waitFor(() => expect(lines).toBeGreaterThan(before), 60_000);
  const other = openDatabase(database.url);
  // Where the machine keeps a line waiting for so long again, one that is said meanwhile goes nowhere.
  await vi.waitFor(async () => {
    await other.raw("notify news, 'hello'");
    expect(heard).toContain('hello');
  }, 60_000);
  await Promise.all([listener.stop(), other.destroy()]);
  await sleep(0);
});

test('the line of a host that is cut off does not stand at the server for hours', async () => {
  const name = 'pagecast configuration of a host';
  const listener = databaseListener({
    databaseUrl: proxy.url,
    name,
    channels: {},
    log: pino({ level: 'silent' }),
    signOfLifeEveryMs: 50,
    goneAfterMs: 2000,
  });
  const direct = openDatabase(database.url, 'exports');
  const standing = async () => (await direct('pg_stat_activity').where('application_name', name)).length;
  listener.start();
  // The server knows its limit by then, and not yet when it first shows the line.
  await expect.poll(() => listener.isListening()).toBe(true);
  expect(await standing()).toBe(1);
  proxy.swallow();
  await expect.poll(standing).toBe(0);
  await listener.stop();
  await direct.destroy();
});

test('a column that a table gets meanwhile costs a prepared statement one more try, and nobody an error', async () => {
  await db.raw('create table things (id int); insert into things values (1)');
  const all = () => prepared<{ id: number }>(db, 'all_things', 'select * from things', []);
  await Promise.all(Array.from({ length: SOON.connections }, all));
  await db.raw('alter table things add column name text');
  const answers = await Promise.all(Array.from({ length: 3 * SOON.connections }, all));
  expect(answers.flat()).toEqual(answers.map(() => ({ id: 1, name: null })));
});

test('in a transaction it fails, and the next one has a new line', async () => {
  await db.destroy();
  db = openDatabase(database.url, 'requests', { connections: 1 });
  await db.raw('create table things (id int)');
  const inTransaction = () => db.transaction((trx) => prepared(trx, 'all_things', 'select * from things', []));
  await inTransaction();
  await db.raw('alter table things add column name text');
  await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' });
  expect(await inTransaction()).toEqual([]);
});

test('a migration whose line dies lets go of its lock, says so and goes on when the database is back', async () => {
  const direct = openDatabase(database.url, 'exports', { idleInTransactionMs: 0 });
  const warnings: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) } as unknown as Logger;
  const holders = async () => {
    const { rows } = await direct.raw<{ rows: { pid: number }[] }>(
      `select pid from pg_locks where locktype = 'advisory' and database = (
        select oid from pg_database where datname = current_database())`,
    );
    return rows;
  };
  const workers = async () => {
    const { rows } = await direct.raw<{ rows: { pid: number }[] }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = ?
        and wait_event_type = 'Lock'`,
      [lineName('migrations')],
    );
    return rows.map(({ pid }) => pid);
  };
  try {
    await migrate(database.url);
    const [last = '', newest] = Object.entries(migrations).at(-1) ?? [];
    await newest?.down?.(direct);
    for (const table of ['knex_migrations', 'migration_records']) await direct(table).where({ name: last }).delete();
    const open = await direct.transaction();
    // Reading goes on, and the migration waits in the middle of its work.
    await open.raw('lock table knex_migrations in share mode');
    const soon = { idleInTransactionMs: 1500, silenceMs: 1500 };
    const migrated = migrate(proxy.url, { log, limits: soon, signOfLifeEveryMs: 50, tryAgainMs: 50 });
    const abandoned = await vi.waitUntil(async () => (await workers())[0], 60_000);
    proxy.swallow();
    await vi.waitFor(async () => expect(await holders()).toEqual([]), 60_000);
    proxy.giveBack();
    // On the server its work would wait on, with tables locked, and be done by nobody.
    await vi.waitFor(async () => expect(await workers()).not.toContain(abandoned), 60_000);
    await open.rollback();
    await migrated;
    expect(warnings).toContain('migrations.line-lost');
    expect(await isMigrated(direct)).toBe(true);
  } finally {
    await direct.destroy();
  }
});
