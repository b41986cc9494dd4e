import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENVIRONMENTS } from '../contract/common.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../testing/builders.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../testing/test-database.ts';
import { buildFixtures } from '../testing/person-fixtures.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { ownedColumns } from './owner.ts';
import * as ties from './migrations/20261122160100_tie_things_to_their_owner.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

interface Reference {
  readonly name: string;
  readonly from: string;
  readonly columns: string[];
  readonly to: string;
  readonly named: string[];
  readonly is_proved: boolean;
}

async function references(): Promise<Reference[]> {
  const { rows } = await database.db.raw<{ rows: Reference[] }>(`
    select c.conname as name, c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to",
      c.convalidated as is_proved,
      (select array_agg(a.attname::text order by k.nr) from unnest(c.conkey) with ordinality k(num, nr)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
      (select array_agg(a.attname::text order by k.nr) from unnest(c.confkey) with ordinality k(num, nr)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as named
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1`);
  return rows;
}

async function tablesWith(...columns: string[]): Promise<string[]> {
  return database
    .db('information_schema.columns')
    .where({ table_schema: 'public' })
    .whereIn('column_name', columns)
    .groupBy('table_name')
    .havingRaw('count(*) = ?', [columns.length])
    .pluck('table_name');
}

describe('every reference from a thing of somebody', () => {
  test('to another such thing names owner and environment of both', async () => {
    const owned = await tablesWith('id', 'user_id', 'environment');
    const owners = await tablesWith('user_id', 'environment');
    expect(owned).toEqual(expect.arrayContaining(['posts', 'facebook_pages', 'media_files', 'automation_slots']));
    const among = (await references()).filter(({ from, to }) => owners.includes(from) && owned.includes(to));
    expect(among.length).toBeGreaterThanOrEqual(14);
    for (const { name, columns, named, is_proved } of among) {
      expect([name, columns.slice(-2), named.slice(-2), is_proved]).toEqual([
        name,
        ['user_id', 'environment'],
        ['user_id', 'environment'],
        true,
      ]);
    }
  });

  test('to its user names the environment that the user is of', async () => {
    const owners = await tablesWith('user_id', 'environment');
    // It is emptied every moment, and not even written to the log of the database.
    for (const table of owners.filter(
      (name) => !['pending_changes', 'page_clock', 'automation_slot_calls'].includes(name),
    )) {
      const toUser = (await references()).filter(({ from, to }) => from === table && to === 'users');
      const asTheyAre = toUser.map(({ columns: [, ...rest], named, is_proved }) => [rest, named, is_proved]);
      expect([table, asTheyAre]).toEqual([table, toUser.map(() => [['environment'], ['id', 'environment'], true])]);
      // Besides whose it is, it may name somebody else.
      expect([table, toUser.filter(({ columns }) => columns[0] === 'user_id').length]).toEqual([table, 1]);
    }
  });

  test('is in a row that says whose it is, where that row stands between two things', async () => {
    const owned = await tablesWith('id', 'user_id', 'environment');
    const owners = await tablesWith('user_id', 'environment');
    const loose = Map.groupBy(
      (await references()).filter(({ from, to }) => !owners.includes(from) && owned.includes(to)),
      ({ from }) => from,
    );
    // With one reference alone a row is its parent's, whoever that is.
    expect([...loose].filter(([, found]) => found.length > 1).map(([from]) => from)).toEqual([]);
  });
});

describe('the database itself refuses what ties', () => {
  let mine: Awaited<ReturnType<typeof buildFixtures>>;
  let stranger: Awaited<ReturnType<typeof buildFixtures>>;
  let elsewhere: Awaited<ReturnType<typeof buildFixtures>>;
  beforeAll(async () => {
    mine = await buildFixtures(database.db);
    stranger = await buildFixtures(database.db);
    elsewhere = await buildFixtures(database.db, { environment: 'production' });
  });
  const call = async (owner: TestUser) =>
    (
      await database
        .db('ai_calls')
        .insert({ ...ownedColumns(owner), purpose: 'post', model: 'm', prompt: '[]' })
        .returning<{ id: number }[]>('id')
    )[0]?.id;

  test.each<[string, (of: typeof mine) => Promise<readonly [string, object, Record<string, unknown>]>]>([
    ['a post to a page', async ({ page }) => ['posts', { id: mine.draft }, { facebook_page_id: page.id }]],
    [
      'a post to a call of the AI',
      async ({ owner }) => ['posts', { id: mine.draft }, { ai_call_id: await call(owner) }],
    ],
    [
      'a post to a slot',
      async ({ automationDraft }) => ['posts', { id: mine.draft }, { automation_slot_id: automationDraft.id }],
    ],
    ['a crop to its image', async ({ file }) => ['media_files', { id: mine.file }, { origin_id: file }]],
    ['a file to a post', async ({ draft }) => ['media_files', { id: mine.file }, { post_id: draft, library_at: null }]],
    ['an upload to a file', async ({ file }) => ['media_uploads', { id: mine.upload }, { media_file_id: file }]],
    ['a notification to a post', async ({ draft }) => ['notifications', { id: mine.notification }, { post_id: draft }]],
    [
      'a notification to a page',
      async ({ page }) => ['notifications', { id: mine.notification }, { facebook_page_id: page.id }],
    ],
    [
      'a slot to a page',
      async ({ page }) => ['automation_slots', { id: mine.automationDraft.id }, { facebook_page_id: page.id }],
    ],
    [
      'the clock of a page to a post',
      async ({ draft }) => ['page_clock', { facebook_page_id: mine.page.id }, { post_id: draft }],
    ],
    ['a page to a user', async ({ owner }) => ['facebook_pages', { id: mine.page.id }, { user_id: owner.userId }]],
  ])('%s of somebody else, or of another environment', async (_what, change) => {
    for (const other of [stranger, elsewhere]) {
      const [table, where, values] = await change(other);
      await expect(database.db(table).where(where).update(values)).rejects.toMatchObject({ code: '23503' });
    }
    const [table, where, values] = await change(mine);
    expect(await database.db(table).where(where).update(values)).toBe(1);
  });

  test('a thing to the environment that its user is not of', async () => {
    for (const table of ['posts', 'media_files', 'notifications', 'automation_slots', 'facebook_pages', 'drafts']) {
      await expect(
        database.db(table).where({ user_id: stranger.owner.userId }).update({ environment: 'test' }),
      ).rejects.toMatchObject({ code: '23503' });
    }
  });

  test('a call of the AI to the slot of another', async () => {
    for (const { owner } of [stranger, elsewhere]) {
      await expect(
        database
          .db('automation_slot_calls')
          .insert({ slot_id: mine.automationDraft.id, ai_call_id: await call(owner) }),
      ).rejects.toMatchObject({ code: '23503' });
    }
    await database
      .db('automation_slot_calls')
      .insert({ slot_id: mine.automationDraft.id, ai_call_id: await call(mine.owner) });
    expect(await database.db('automation_slot_calls').first('user_id', 'environment')).toEqual({
      user_id: mine.owner.userId,
      environment: 'development',
    });
  });
});

test('what goes takes along, or lets go, what it did before', async () => {
  const { db } = database;
  const { owner, page, draft, file, upload, notification, automationDraft } = await buildFixtures(db);
  await db('media_files').where({ id: file }).update({ post_id: draft });
  await db('notifications').where({ id: notification }).update({ post_id: draft });
  await db('posts').where({ id: draft }).delete();
  expect(await db('media_files').where({ id: file }).first('post_id', 'user_id', 'environment')).toEqual({
    post_id: null,
    user_id: owner.userId,
    environment: owner.environment,
  });
  expect(await db('notifications').where({ id: notification }).first('post_id')).toEqual({ post_id: null });
  await db('facebook_pages').where({ id: page.id }).delete();
  expect(await db('posts').where({ user_id: owner.userId }).pluck('facebook_page_id')).toEqual([null, null]);
  expect(await db('automation_slots').where({ id: automationDraft.id })).toEqual([]);
  await db('media_files').where({ id: file }).delete();
  expect(await db('media_uploads').where({ id: upload })).toEqual([]);
  await db('users').where({ id: owner.userId }).delete();
  for (const table of ['posts', 'drafts', 'automation_cycles'])
    expect(await db(table).where({ user_id: owner.userId })).toEqual([]);
});

describe('a database of yesterday', () => {
  let old: Awaited<ReturnType<typeof emptyDatabase>>;
  let db: ReturnType<typeof openDatabase>;
  let me: TestUser;
  let other: TestUser;
  beforeAll(async () => {
    old = await emptyDatabase();
    await migrate(old.url);
    db = openDatabase(old.url);
    await ties.down(db);
    [me, other] = [await buildUser(db), await buildUser(db, { environment: ENVIRONMENTS[1] })];
  });
  afterAll(async () => {
    await db.destroy();
    await old.close();
  });

  test("with a post on somebody else's page comes through, as if that page were gone", async () => {
    const page = await buildPage(db, other);
    const [strange, own] = [
      await buildPost(db, me, { status: 'draft', facebookPageId: page.id }),
      await buildPost(db, other, { status: 'draft', facebookPageId: page.id }),
    ];
    await ties.up(db);
    expect(await db('posts').whereIn('id', [strange, own]).orderBy('id').pluck('facebook_page_id')).toEqual([
      null,
      page.id,
    ]);
    await ties.down(db);
  });

  test('stops at things in another environment than their user, and goes on once they are mended', async () => {
    const post = await buildPost(db, me, { status: 'draft' });
    await db('posts').where({ id: post }).update({ environment: other.environment });
    await expect(ties.up(db)).rejects.toThrow(
      new RegExp(
        `rows of posts are in another environment than their users \\(id ${me.userId}\\)\\. ` +
          'Nothing of them was changed',
      ),
    );
    await db('posts').where({ id: post }).update({ environment: me.environment });
    await ties.up(db);
    await expect(db('posts').where({ id: post }).update({ environment: other.environment })).rejects.toMatchObject({
      code: '23503',
    });
  });
});
