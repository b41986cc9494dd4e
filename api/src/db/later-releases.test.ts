import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Knex } from 'knex';
import pg from 'pg';
import { asTomorrow, TOMORROW } from '../testing/later-release.ts';
import { lockTable, waitingStatements } from '../testing/database-state.ts';
import { emptyDatabase, migratedTemplate } from '../testing/test-database.ts';
import { readApplied } from './applied-migrations.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { OLDEST_WAY_BACK } from './migration-kinds.ts';
import { migrations } from './migrations/index.ts';
import { fitOf, whyUnfit } from './schema-fit.ts';
import { takeBack } from './take-back.ts';

const NEWEST = Object.keys(migrations).at(-1) ?? '';
const BREAKS = { kind: 'contract', safeSince: TOMORROW } as const;

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Knex;
const lines: pg.Client[] = [];
beforeEach(async () => {
  database = await emptyDatabase(migratedTemplate);
  db = openDatabase(database.url, 'exports');
});
afterEach(async () => {
  await Promise.all(lines.splice(0).map((line) => line.end()));
  await db.destroy();
  await database.close();
});

const fit = async () => fitOf(await readApplied(db));
const unfitFor = async () => whyUnfit(await fit());
const isThere = async () => db.schema.hasTable('words_of_tomorrow');
const migrateTomorrow = (migration = {}) => asTomorrow(() => migrate(database.url), migration);
const takeBackTomorrow = (options = {}, migration = {}) => asTomorrow(() => takeBack(database.url, options), migration);

/** A process whose release knows migrations up to this time, as the database sees it. */
async function processOf(mark: string): Promise<pg.Client> {
  const line = new pg.Client({
    connectionString: database.url,
    application_name: `pagecast configuration ${mark}`.trim(),
  });
  await line.connect();
  lines.push(line);
  return line;
}

/** Other tests have databases on the same server. */
const sessionsHere = () => db('pg_stat_activity').whereRaw('datname = current_database()');

async function end(line: pg.Client): Promise<void> {
  lines.splice(lines.indexOf(line), 1);
  await line.end();
  await expect
    .poll(async () => (await sessionsHere().whereLike('application_name', 'pagecast configuration%')).length)
    .toBe(0);
}

describe('a release beside the database of a later one', () => {
  test('works on where that has only added, and starts', async () => {
    expect(await migrateTomorrow()).toEqual([TOMORROW]);
    expect(await unfitFor()).toBeNull();
    expect((await fit()).later).toEqual([expect.objectContaining({ name: TOMORROW, kind: 'expand' })]);
    expect(await migrate(database.url)).toEqual([]);
    expect(await isThere()).toBe(true);
  });

  test('is too old for a contract migration of a release after the next', async () => {
    await migrateTomorrow(BREAKS);
    expect(await unfitFor()).toContain(`too old for the database: ${TOMORROW}`);
    await expect(migrate(database.url)).rejects.toThrow('too old for the database');
  });

  test('is new enough for one that needs no more than its own migrations', async () => {
    await migrateTomorrow({ ...BREAKS, safeSince: NEWEST });
    expect(await unfitFor()).toBeNull();
  });

  test('takes a migration that nobody recorded for one that adds', async () => {
    await db('knex_migrations').insert({ name: TOMORROW, batch: 99, migration_time: new Date() });
    expect(await unfitFor()).toBeNull();
    expect((await fit()).later).toEqual([expect.objectContaining({ name: TOMORROW, kind: null })]);
    expect(await migrate(database.url)).toEqual([]);
  });

  test('goes on where a later one died before its contract migration had begun', async () => {
    await db('migration_records').insert({
      name: TOMORROW,
      kind: 'contract',
      safe_since: TOMORROW,
      sha256: '',
      state: 'coming',
      is_atomic: true,
    });
    expect(await unfitFor()).toContain('too old');
    expect(await migrate(database.url)).toEqual([]);
    expect(await unfitFor()).toBeNull();
  });
});

describe('a contract migration', () => {
  test.each([
    ['of a release that tells what it knows', NEWEST.slice(0, 14)],
    ['of a release before that', ''],
  ])('is not applied while a process runs %s and would break', async (_, mark) => {
    const older = await processOf(mark);
    await expect(migrateTomorrow(BREAKS)).rejects.toThrow('while 1 process runs of an earlier release');
    expect(await unfitFor(), 'nothing is announced any more').toBeNull();
    expect(await isThere()).toBe(false);
    await end(older);
    expect(await migrateTomorrow(BREAKS)).toEqual([TOMORROW]);
  });

  test('is applied beside processes that do without what it takes', async () => {
    await processOf(NEWEST.slice(0, 14));
    expect(await migrateTomorrow({ ...BREAKS, safeSince: NEWEST })).toEqual([TOMORROW]);
  });
});

describe('the way back', () => {
  test('takes the newest migration back, and only the release that has it can', async () => {
    await migrateTomorrow();
    await expect(takeBack(database.url, {})).rejects.toThrow(`A later release has applied ${TOMORROW}`);
    expect(await takeBackTomorrow()).toEqual([TOMORROW]);
    expect(await isThere()).toBe(false);
    expect(await readApplied(db)).toHaveLength(Object.keys(migrations).length);
  });

  test('waits until no process needs the migration, and goes beside those that do not', async () => {
    await migrateTomorrow();
    await processOf(NEWEST.slice(0, 14));
    const needs = await processOf(TOMORROW.slice(0, 14));
    await expect(takeBackTomorrow()).rejects.toThrow('while 1 process runs whose release needs it');
    expect(await unfitFor()).toBeNull();
    lines.splice(lines.indexOf(needs), 1);
    await needs.end();
    await expect.poll(() => takeBackTomorrow().catch((error: Error) => error.message)).toEqual([TOMORROW]);
  });

  test('loses nothing unasked: it says what would go', async () => {
    await migrateTomorrow();
    await db('words_of_tomorrow').insert([{ word: 'one' }, { word: 'two' }]);
    await expect(takeBackTomorrow()).rejects.toThrow('would lose 2 rows of words_of_tomorrow');
    expect(await takeBackTomorrow({ loseData: true })).toEqual([TOMORROW]);
  });

  test('is tried again where it and a call of people wait for each other', async () => {
    await migrateTomorrow();
    const call = await db.transaction();
    await call.raw("set local deadlock_timeout = '1min'; lock table posts in row exclusive mode");
    const asked: Promise<unknown>[] = [];
    const down = async (on: Knex) => {
      await lockTable(on, 'publish_attempts');
      // So PostgreSQL ends the migration, as it does where that stood still for a second.
      await on.raw("set local deadlock_timeout = '1ms'");
      if (asked.length === 0) {
        asked.push(call.raw('lock table publish_attempts in row exclusive mode').then(() => call.rollback()));
        await expect.poll(() => waitingStatements(db)).toBe(1);
      }
      await lockTable(on, 'posts');
      await on.raw('drop table words_of_tomorrow');
    };
    expect(await takeBackTomorrow({}, { down })).toEqual([TOMORROW]);
    await Promise.all(asked);
  });

  test('counts what a column holds beside its default', async () => {
    const column = {
      up: (on: Knex) => on.raw("alter table access_entries add column mood text default 'good'"),
      down: (on: Knex) => on.raw('alter table access_entries drop column mood'),
    };
    await migrateTomorrow(column);
    const entry = { facebook_id: '1', name: 'A', type: 'whitelist', role: 'user' };
    await db('access_entries').insert(entry);
    await db('access_entries').insert({ ...entry, facebook_id: '2', mood: 'bad' });
    await expect(takeBackTomorrow({}, column)).rejects.toThrow('would lose 1 row with access_entries.mood');
    await db('access_entries').update({ mood: 'good' });
    expect(await takeBackTomorrow({}, column)).toEqual([TOMORROW]);
  });

  test('asks about nothing that a process only notes for itself, and notes anew', async () => {
    await db('loop_heartbeat').update({ history: 'one', server_started_at: db.fn.now() });
    const names = await takeBack(database.url, { to: '20261126940000' });
    expect(names).toContain('20261126945000_know_the_history_of_the_database');
    expect(await migrate(database.url)).toEqual(names.toReversed());
  });

  test('leads to a migration by its name or its time, and ends where data would be lost', async () => {
    const time = NEWEST.slice(0, 14);
    await migrateTomorrow();
    expect(await takeBackTomorrow({ to: time })).toEqual([TOMORROW]);
    await expect(takeBack(database.url, { to: '2001' })).rejects.toThrow('2001 is not applied');
    await expect(takeBack(database.url, { to: '20261121090000' })).rejects.toThrow(`ends at ${OLDEST_WAY_BACK}`);
    const names = await takeBack(database.url, { to: OLDEST_WAY_BACK });
    expect(names.at(0)).toBe(NEWEST);
    expect(await migrate(database.url)).toEqual(names.toReversed());
  });

  test('is not gone with another file than the one that was applied', async () => {
    await db('migration_records').where({ name: NEWEST }).update({ sha256: 'other' });
    expect((await fit()).edited).toEqual([NEWEST]);
    await expect(takeBack(database.url, {})).rejects.toThrow('reads otherwise');
  });

  test('after a crash on it the migration stands as it did', async () => {
    await migrateTomorrow();
    await db('migration_records').where({ name: TOMORROW }).update({ state: 'leaving' });
    await asTomorrow(async () => expect(await unfitFor()).toContain('not migrated'));
    expect(await migrateTomorrow()).toEqual([]);
    await asTomorrow(async () => expect(await unfitFor()).toBeNull());
  });
});

test('after a crash on the way back of one that is no transaction, it is applied once more', async () => {
  const inSteps = {
    config: { transaction: false },
    up: (on: Knex) => on.raw('create table if not exists words_of_tomorrow (word text not null)'),
    down: (on: Knex) => on.raw('drop table if exists words_of_tomorrow'),
  };
  await migrateTomorrow(inSteps);
  await db('migration_records').where({ name: TOMORROW }).update({ state: 'leaving' });
  await db.schema.dropTable('words_of_tomorrow');
  expect(await migrateTomorrow(inSteps)).toEqual([TOMORROW]);
  expect(await isThere()).toBe(true);
  expect(await takeBackTomorrow({}, inSteps)).toEqual([TOMORROW]);
  expect(await isThere()).toBe(false);
});

test('a row that somebody took out of the list of knex is asked for, and nothing is applied twice', async () => {
  await db('knex_migrations').where({ name: NEWEST }).delete();
  await expect(migrate(database.url)).rejects.toThrow(`does not list ${NEWEST}`);
});

test('without the list of knex nothing is applied; without our records they are made anew', async () => {
  await db.schema.renameTable('knex_migrations', 'knex_migrations_aside');
  await expect(migrate(database.url)).rejects.toThrow('does not list');
  await db.schema.dropTableIfExists('knex_migrations');
  await db.schema.renameTable('knex_migrations_aside', 'knex_migrations');
  await db.schema.dropTable('migration_records');
  expect(await migrate(database.url)).toEqual(['20261123040000_tell_kinds_of_migrations']);
  expect((await fit()).unrecorded).toEqual([]);
});

test('two that apply and one that takes back at the same time leave the database whole', async () => {
  await migrateTomorrow();
  const answers = await asTomorrow(() =>
    Promise.allSettled([migrate(database.url), takeBack(database.url, {}), migrate(database.url)]),
  );
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  await asTomorrow(async () => expect((await unfitFor()) === null).toBe(await isThere()));
});
