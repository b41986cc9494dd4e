import { presentProblem } from '../../problems/present-problem.ts';
import { readProblem } from '../../problems/stored-problem.ts';
import type { Knex } from 'knex';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listNotifications, listPostsByStatus, publishPost, updatePost } from '../../contract/index.ts';
import old from '../../problems/old-sentences.json' with { type: 'json' };
import { buildPage, buildPost } from '../../testing/builders.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { factsIn } from '../../testing/facts-in.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { type Caller } from '../../testing/test-api.ts';
import { migrations } from '../migrations/index.ts';

const { up, down } = migrations['20261122210100_keep_codes_in_place_of_sentences'] ?? {};
/** Minutes that are over by now, and a code that means nothing. */
const CUT = /\d (min|seconds)|^Facebook refused this post \(code 0\)/;

const refused = { code: 'refused', message: 'Your post has a broken link.', action: 'edit' };

const api = setUpSweptApi();
let db: Knex;
let caller: Caller;
let me: Awaited<ReturnType<typeof personWithPage>>['me'];
let page: number;
let name: string;
beforeAll(async () => {
  db = api.db;
});
beforeEach(async () => {
  const person = await personWithPage(api, 'manager');
  ({ me, caller, pageRow: page } = person);
  name = person.page.name;
  await down?.(db);
});

const end = (ids: readonly number[], problem: object = refused, status = 'failed') =>
  db('posts')
    .whereIn('id', ids)
    .update({ status, problem: JSON.stringify(problem), updated_at: db.fn.now() });
const notifications = async () => (await caller.call(listNotifications)).body;

test('every sentence that a post has said is read where it stands, and the answer to callers stays', async () => {
  const kept = old.filter(({ kind, code }) => kind === 'problem' && code !== 'uploading');
  const ids: number[] = [];
  for (const { kind: _kind, ...problem } of kept) {
    const id = await buildPost(db, me, { facebookPageId: page, scheduledAt: new Date() });
    await end([id], problem);
    ids.push(id);
  }
  await up?.(db);
  const rows = await db('posts')
    .whereIn('id', ids)
    .orderBy('id')
    .pluck<{ code: string; message?: string }[]>('problem');
  expect(rows.filter(({ code, message }) => code === 'other' || message !== undefined)).toEqual([]);
  expect(await db('post_events').whereRaw("problem -> 'params' is null and problem is not null")).toEqual([]);
  for (const [n, { message, code }] of kept.entries()) {
    // As it is read while its cause is there.
    const now = presentProblem(readProblem(rows[n], new Date()), { now: new Date() });
    expect(now.code).toBe(code);
    if (!CUT.test(message)) expect(factsIn(now.message)).toEqual(expect.arrayContaining(factsIn(message)));
  }
});

test('a sentence that nobody knows keeps its code, its words and its notification', async () => {
  const [first, second, third] = [
    await buildPost(db, me, { facebookPageId: page }),
    await buildPost(db, me, { facebookPageId: page }),
    await buildPost(db, me, { facebookPageId: page }),
  ];
  const strange = { code: 'moon', message: 'The moon said no.', action: 'edit' };
  await end([first, second], strange);
  await end([third], { code: 'sun', message: 'The sun said no.', action: null });
  await up?.(db);
  expect(await db('posts').where({ id: first }).first('problem')).toEqual({
    problem: { code: 'other', action: 'edit', params: { code: 'moon', message: 'The moon said no.' } },
  });
  expect((await notifications()).notifications).toMatchObject([
    { count: 1, problem: { code: 'sun', message: 'The sun said no.' } },
    { count: 2, problem: { code: 'moon', message: 'The moon said no.', action: 'edit' } },
  ]);
  await caller.call(updatePost, { params: { id: first }, body: { scheduledAt: '2036-01-01T00:00:00.000Z' } });
  expect((await notifications()).notifications).toMatchObject([{ count: 1 }, { count: 1 }]);
});

describe('notifications', () => {
  test('of before count on, and end with what they are about', async () => {
    const [before, after] = [
      await buildPost(db, me, { facebookPageId: page, content: 'Kaya toast' }),
      await buildPost(db, me, { facebookPageId: page, content: 'Half-boiled eggs' }),
    ];
    await end([before]);
    await up?.(db);
    await end([after], {
      code: 'refused',
      action: 'edit',
      params: { target: 'facebook', page: name, said: 'Your post has a broken link.' },
    });
    expect(await notifications()).toMatchObject({ unread: 1, notifications: [{ count: 2 }] });
    for (const id of [before, after]) await caller.call(publishPost, { params: { id }, body: {} });
    expect((await notifications()).unread).toBe(0);
  });

  test('of a lost login are over with the last page, also of those that said so before', async () => {
    const other = (await buildPage(db, me, { name: 'Warung' })).id;
    const over = (of: string) => ({
      code: 'reconnect',
      message: `Facebook no longer accepts our access to ${of}. Reconnect it; its scheduled posts stay.`,
      action: 'reconnect',
      ofLogin: true,
    });
    for (const [id, of] of [
      [page, name],
      [other, 'Warung'],
    ] as const)
      await db('facebook_pages')
        .where({ id })
        .update({ problem: JSON.stringify(over(of)) });
    await up?.(db);
    expect(await db('facebook_pages').where({ id: page }).first('problem')).toMatchObject({
      problem: { code: 'reconnect', params: { page: name, ofLogin: true } },
    });
    expect(await notifications()).toMatchObject({ unread: 1, notifications: [{ count: 2 }] });
    await db('facebook_pages').where({ id: page }).update({ problem: null });
    expect((await notifications()).unread).toBe(1);
    await db('facebook_pages').where({ id: other }).update({ problem: null });
    expect((await notifications()).unread).toBe(0);
  });
});

test('what a process of the release before writes meanwhile is read as well', async () => {
  await up?.(db);
  const id = await buildPost(db, me, { facebookPageId: page });
  await end([id], { code: 'unreachable', message: 'Out of reach for an hour.', action: 'publish_now' });
  const { body } = await caller.call(listPostsByStatus, { params: { status: 'failed' } });
  expect(body).toMatchObject([
    { id, problem: { code: 'unreachable', message: 'Out of reach for an hour.', action: 'publish_now' } },
  ]);
});

test('a second run, after one that broke off, changes nothing', async () => {
  const id = await buildPost(db, me, { facebookPageId: page });
  await end([id]);
  await up?.(db);
  const before = await db('posts').where({ id }).first('problem');
  await up?.(db);
  expect(await db('posts').where({ id }).first('problem')).toEqual(before);
});
