import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { buildPage, buildUser } from '../testing/builders.ts';
import { emptyDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { isMigrated, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Knex;
beforeEach(async () => {
  database = await emptyDatabase();
  db = openDatabase(database.url);
});
afterEach(async () => {
  await db.destroy();
  await database.close();
});

const tables = async () =>
  (
    await db('information_schema.tables')
      .where({ table_schema: 'public' })
      .whereNot('table_name', 'like', 'knex_%')
      .pluck<string[]>('table_name')
  ).sort();

test('three processes that start at once migrate once', async () => {
  expect(await isMigrated(db)).toBe(false);
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
  expect(await isMigrated(db)).toBe(true);
  expect(await db('knex_migrations').pluck('name')).toEqual(Object.keys(migrations));
  expect(await tables()).toEqual(
    expect.arrayContaining(['access_entries', 'facebook_pages', 'posts', 'remote_releases', 'sessions', 'users']),
  );
});

test('a start after a crash in the middle of migrating goes on', async () => {
  await migrate(database.url);
  await db('knex_migrations_lock').update({ is_locked: 1 });
  await migrate(database.url);
  expect(await isMigrated(db)).toBe(true);
});

test('a start with nothing to migrate waits for nobody whose line to the database is dead', async () => {
  await migrate(database.url);
  await db.transaction(async (trx) => {
    await trx.raw("select pg_advisory_xact_lock(hashtext('pagecast.migrating'))");
    await migrate(database.url);
  });
});

test('every migration can be taken back, and done again', async () => {
  await migrate(database.url);
  for (const { down } of Object.values(migrations).toReversed()) await down?.(db);
  expect(await tables()).toEqual([]);
  for (const { up } of Object.values(migrations)) await up(db);
  expect(await tables()).toContain('posts');
});

test('codes that differ by case alone become one: the one that lets people in, or the newest', async () => {
  await migrate(database.url);
  const { up, down } = migrations['20261122150200_compare_codes_without_case'] ?? {};
  await down?.(db);
  const day = (number: number) => new Date(2026, 0, number);
  await db('invitation_codes').insert([
    { code: 'Bakery', created_at: day(1) },
    { code: 'BAKERY', created_at: day(2), expires_at: day(3) },
    { code: 'bakery', created_at: day(4), is_active: false },
    { code: 'Rye', created_at: day(1), is_active: false },
    { code: 'RYE', created_at: day(2), is_active: false },
    { code: 'Alone', created_at: day(1) },
  ]);
  await up?.(db);
  expect(await db('invitation_codes').orderBy('id').select('code', 'is_active')).toEqual([
    { code: 'Bakery', is_active: true },
    { code: 'BAKERY #2', is_active: false },
    { code: 'bakery #3', is_active: false },
    { code: 'Rye #4', is_active: false },
    { code: 'RYE', is_active: false },
    { code: 'Alone', is_active: true },
  ]);
  await expect(db('invitation_codes').insert({ code: 'ALONE' })).rejects.toThrow('invitation_codes_any_case');
});

test('automated pages keep their setting, and a new page starts with review', async () => {
  await migrate(database.url);
  const { up, down } = migrations['20261123010000_review_new_pages_of_automation'] ?? {};
  await down?.(db);
  const owner = await buildUser(db);
  const set = async (values: object) => {
    const { id } = await buildPage(db, owner, {});
    const owned = { user_id: owner.userId, environment: 'development', facebook_page_id: id };
    await db('automation_page_configurations').insert({ ...owned, ...values });
  };
  await set({ is_enabled: true });
  await set({ is_enabled: true, mode: 'draft' });
  await set({ is_enabled: false });
  await up?.(db);
  await set({ is_enabled: true });
  const rows = db('automation_page_configurations').orderBy('facebook_page_id').select('is_enabled', 'mode');
  expect(await rows.select(db.raw('unread_agreed_at is not null as is_agreed'))).toEqual([
    { is_enabled: true, mode: 'publish', is_agreed: true },
    { is_enabled: true, mode: 'draft', is_agreed: false },
    { is_enabled: false, mode: 'publish', is_agreed: false },
    { is_enabled: true, mode: 'draft', is_agreed: false },
  ]);
});

test('a page that was on and never ran is asked about, and one that runs or ran is not', async () => {
  await migrate(database.url);
  await migrations['20261123010000_review_new_pages_of_automation']?.down?.(db);
  const add = async ({ runs, ran, ...values }: { runs: boolean; ran: boolean; is_enabled: boolean; mode?: string }) => {
    const owner = await buildUser(db);
    const { id } = await buildPage(db, owner, {});
    const owned = { user_id: owner.userId, environment: 'development' };
    const now = db.fn.now();
    const times = { anchor_at: now, next_cycle_at: now };
    await db('automation_settings').insert({ ...owned, is_enabled: runs, ...times });
    await db('automation_page_configurations').insert({ ...owned, facebook_page_id: id, ...values });
    if (!ran) return;
    const span = { starts_at: now, ends_at: now, is_catch_up: false };
    const [cycle] = await db('automation_cycles').insert({ ...owned, ...span }, ['id']);
    const slot = { cycle_id: cycle.id, facebook_page_id: id, position: 0, content_type: 'story', due_at: now };
    await db('automation_slots').insert({ ...owned, ...slot, state: 'published', mode: 'publish' });
  };
  await add({ runs: true, ran: false, is_enabled: true });
  await add({ runs: false, ran: true, is_enabled: true });
  await add({ runs: false, ran: false, is_enabled: true });
  await add({ runs: true, ran: false, is_enabled: true, mode: 'draft' });
  await add({ runs: true, ran: true, is_enabled: false });
  for (const name of ['20261123010000_review_new_pages_of_automation', '20261123060000_ask_about_pages_that_never_ran'])
    await migrations[name]?.up(db);
  const rows = db('automation_page_configurations').orderBy('facebook_page_id').select('mode');
  expect(await rows.select(db.raw('unread_agreed_at is not null as is_agreed'))).toEqual([
    { mode: 'publish', is_agreed: true },
    { mode: 'publish', is_agreed: true },
    { mode: 'publish', is_agreed: false },
    { mode: 'draft', is_agreed: false },
    { mode: 'publish', is_agreed: false },
  ]);
});

test('an error of a statement names no values', async () => {
  await migrate(database.url);
  await expect(
    db('users').insert({
      environment: 'moon',
      facebook_id: 'secret-value',
      name: 'x',
      first_name: 'x',
      last_name: 'x',
    }),
  ).rejects.toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret-value') }));
});
