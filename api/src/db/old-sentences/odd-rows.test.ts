import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Knex } from 'knex';
import {
  listAutomationCycles,
  listNotifications,
  listPageWarnings,
  listPages,
  listPosts,
  listPostsByStatus,
  readPost,
} from '../../contract/index.ts';
import { buildPost } from '../../testing/builders.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { type Caller } from '../../testing/test-api.ts';
import { migrations } from '../migrations/index.ts';
import { down as dropChecks, up as addChecks } from '../migrations/20261122220100_refuse_impossible_posts.ts';
import { ownedColumns } from '../owner.ts';

const { up, down } = migrations['20261122210100_keep_codes_in_place_of_sentences'] ?? {};
const { up: noNull } = migrations['20261122210000_keep_no_null_in_json'] ?? {};

/** What no version has written, and somebody's own statement may have left. */
const ODD: readonly unknown[] = [
  {},
  [],
  'Out of order',
  7,
  true,
  { message: 'No code.' },
  { code: 'refused' },
  { code: 'refused', message: null, action: 'edit' },
  { code: null, message: 'A code of nothing.', action: null },
  { code: 7, message: 8, action: 9 },
  { code: 'refused', message: 'Said.', action: 'edit', facebook: 'garbage' },
  { code: 'refused', message: 'Said.', action: 'somewhere', facebook: { code: 'x' } },
  { code: 'moon', message: '. for “Kedai ‘Ah Seng’. for 24 hours” \u{1F35E}', action: 'edit' },
];

const api = setUpSweptApi();
let db: Knex;
let caller: Caller;
let me: Awaited<ReturnType<typeof personWithPage>>['me'];
let page: number;
beforeAll(async () => {
  db = api.db;
});
beforeEach(async () => {
  ({ me, caller, pageRow: page } = await personWithPage(api, 'manager'));
  await down?.(db);
});

test.each(ODD.map((odd) => [JSON.stringify(odd)]))(
  'what nobody knows is carried over and can be read: %s',
  async (odd) => {
    const held = await buildPost(db, me, { facebookPageId: page });
    await db('posts').where({ id: held }).update({ is_held: true, problem: odd });
    const failed = await buildPost(db, me, { facebookPageId: page });
    await db('posts').where({ id: failed }).update({ status: 'failed', problem: odd });
    await db('facebook_pages').where({ id: page }).update({ problem: odd, warning: odd });
    await db('notifications').insert({
      ...ownedColumns(me),
      kind: 'page',
      group_key: 'odd',
      problem: odd,
    });
    await db('notifications').insert({
      ...ownedColumns(me),
      kind: 'automation',
      group_key: 'odd2',
      problem: odd,
    });
    await up?.(db);
    expect(await db('posts').where({ id: held }).first('is_held')).toEqual({ is_held: true });
    const answers = await Promise.all([
      caller.call(listPostsByStatus, { params: { status: 'failed' } }),
      caller.call(listPostsByStatus, { params: { status: 'scheduled' } }),
      caller.call(listPosts, { query: { status: 'failed' } }),
      caller.call(listPages),
      caller.call(listPageWarnings),
      caller.call(listNotifications),
      caller.call(listAutomationCycles),
      caller.call(readPost, { params: { id: failed } }),
      caller.fetch(`/api/posts/${failed}/timeline`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    // And so it is once more.
    await down?.(db);
    await up?.(db);
    expect((await caller.call(listPostsByStatus, { params: { status: 'failed' } })).status).toBe(200);
  },
);

test("JSON's own null is none, in any column of problems and reasons", async () => {
  const id = await buildPost(db, me, { facebookPageId: page, status: 'published' });
  await dropChecks(db);
  await db('posts').where({ id }).update({ problem: 'null' });
  await db('facebook_pages').where({ id: page }).update({ warning: 'null' });
  await db('notifications').insert({ ...ownedColumns(me), kind: 'automation', group_key: 'odd', problem: 'null' });
  await noNull?.(db);
  await up?.(db);
  await addChecks(db);
  const { body } = await caller.call(listPostsByStatus, { params: { status: 'published' } });
  expect(body).toMatchObject([{ id, problem: null }]);
  expect((await caller.call(listNotifications)).status).toBe(200);
});
