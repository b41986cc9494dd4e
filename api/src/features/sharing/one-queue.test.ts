import { addDays } from 'date-fns/addDays';
import { describe, expect, test } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import {
  changeManyPosts,
  checkPost,
  createComposition,
  createPost,
  deletePost,
  freeSlots,
  listQueue,
  publishPost,
  readPost,
  readQueuedPost,
  replacePagePlans,
  updatePost,
} from '../../contract/index.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';
import type { Caller } from '../../testing/test-api.ts';

let scene = {} as Scene;
const api = setUpScene((entered) => {
  scene = entered;
});

/** Another one who has connected the same page at Facebook. */
async function colleague(): Promise<{ they: TestUser; row: PageId; caller: Caller }> {
  const they = await buildUser(api.db, { name: 'Ravi Kumar' });
  const { id, name, access_token: accessToken } = scene.page;
  return { they, row: (await buildPage(api.db, they, { pageId: id, name, accessToken })).id, caller: api.as(they) };
}
/** The same day, though another one begins meanwhile. */
const BEGAN = new Date();
const inDays = (days: number, time: string) =>
  new Date(`${addDays(BEGAN, days).toISOString().slice(0, 10)}T${time}:00Z`);
const daily = (...times: string[]) => [1, 2, 3, 4, 5, 6, 7].flatMap((day) => times.map((time) => ({ day, time })));
const plan = (as: Caller, facebookPageId: PageId, ...times: string[]) =>
  as.call(replacePagePlans, {
    body: { pages: [{ facebookPageId, revision: 0 }], timeZone: 'UTC', slots: daily(...times) },
  });
const text = { content: 'Kaya toast from seven.', status: 'scheduled' } as const;

const queueOf = async (as: Caller, query: object = {}) => {
  const answer = await as.call(listQueue, {
    query: { from: inDays(0, '00:00').toISOString(), to: inDays(9, '00:00').toISOString(), ...query },
  });
  expect(answer.status).toBe(200);
  return answer.body.posts;
};

describe('what others have planned', () => {
  test('is seen by both, each under the page as they know it, and by nobody else', async () => {
    const { they, row, caller } = await colleague();
    const mine = await buildPost(api.db, scene.me, { facebookPageId: scene.pageRow, scheduledAt: inDays(1, '09:00') });
    const theirs = await buildPost(api.db, they, { facebookPageId: row, scheduledAt: inDays(2, '09:00') });
    await buildPost(api.db, they, { facebookPageId: row, status: 'draft' });
    await buildPost(api.db, they, { scheduledAt: inDays(2, '09:00') });
    expect(await queueOf(caller)).toMatchObject([
      { id: mine, facebookPageId: row, author: { name: scene.me.name }, role: 'owner' },
    ]);
    expect(await queueOf(scene.caller, { facebookPageId: scene.pageRow })).toMatchObject([
      { id: theirs, facebookPageId: scene.pageRow, author: { name: 'Ravi Kumar' } },
    ]);
    expect(await queueOf(scene.caller, { facebookPageId: row })).toEqual([]);
    expect(await queueOf(api.as(await buildUser(api.db)))).toEqual([]);
  });

  test('is told with its story, and is not theirs to change', async () => {
    const { caller } = await colleague();
    const made = await scene.caller.call(createPost, {
      body: { ...text, facebookPageId: scene.pageRow, scheduledAt: inDays(1, '09:00').toISOString() },
    });
    const { id } = made.body;
    expect(await caller.call(readQueuedPost, { params: { id } })).toMatchObject({
      status: 200,
      body: {
        post: { id, content: text.content, media: [] },
        author: { name: scene.me.name },
        entries: [
          { kind: 'written', by: { name: scene.me.name }, generation: null },
          { kind: 'scheduled', by: { name: scene.me.name } },
        ],
      },
    });
    const others = [
      await caller.call(readPost, { params: { id } }),
      await caller.call(updatePost, { params: { id }, body: { content: 'Mine now' } }),
      await caller.call(publishPost, { params: { id }, body: {} }),
      await caller.call(deletePost, { params: { id } }),
    ];
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    // Who looks for their own finds nothing of their own.
    expect((await scene.caller.call(readQueuedPost, { params: { id } })).status).toBe(404);
  });

  test.each([
    ['has removed the page', { removed_at: new Date(), is_connected: false }],
    ['has to reconnect it', { is_connected: false }],
  ])('is not seen by who %s', async (_, change) => {
    const { row, caller } = await colleague();
    const id = await buildPost(api.db, scene.me, { facebookPageId: scene.pageRow, scheduledAt: inDays(1, '09:00') });
    await api.stored.facebookPages.change(change, { id: row });
    expect(await queueOf(caller)).toEqual([]);
    expect((await caller.call(readQueuedPost, { params: { id } })).status).toBe(404);
  });
});

describe('of a page that two people have connected', () => {
  test('a slot that one of them took is not free for the other', async () => {
    const { they, row, caller } = await colleague();
    await plan(caller, row, '09:00', '10:00');
    await buildPost(api.db, scene.me, { facebookPageId: scene.pageRow, scheduledAt: inDays(1, '09:20') });
    await buildPost(api.db, they, { scheduledAt: inDays(1, '10:00') });
    const query = { from: inDays(1, '00:00').toISOString(), before: inDays(2, '00:00').toISOString() };
    expect((await caller.call(freeSlots, { query })).body.pages).toMatchObject([
      { facebookPageId: row, at: [inDays(1, '10:00').toISOString()] },
    ]);
  });

  test('two who book at the same moment in two processes get two slots', async () => {
    const { they, row, caller } = await colleague();
    const second = await api.another();
    await Promise.all([plan(caller, row, '09:00', '09:30'), plan(scene.caller, scene.pageRow, '09:00', '09:30')]);
    const nextSlot = { from: inDays(1, '00:00').toISOString() };
    const book = (as: Caller, facebookPageId: PageId) =>
      as.call(createPost, { body: { ...text, facebookPageId, nextSlot } });
    const answers = await Promise.all(
      [0, 1, 2].flatMap(() => [book(scene.caller, scene.pageRow), book(second.as(they), row)]),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.scheduledAt)).size).toBe(6);
  });

  test('what one of them composes keeps its distance to posts of the other, or is refused', async () => {
    const { row, caller } = await colleague();
    const at = inDays(2, '09:00');
    await buildPost(api.db, scene.me, { facebookPageId: scene.pageRow, scheduledAt: at });
    const compose = (tooClose: 'refuse' | 'nextFree') =>
      caller.call(createComposition, {
        body: {
          content: 'Kopi',
          contentType: 'promotional',
          mediaType: 'text',
          status: 'scheduled',
          scheduledAt: inDays(2, '09:10').toISOString(),
          tooClose,
          pages: [{ facebookPageId: row }],
        },
      });
    expect(await compose('refuse')).toMatchObject({
      status: 409,
      body: { tooClose: [{ facebookPageId: row, otherAt: at.toISOString() }] },
    });
    expect(await compose('nextFree')).toMatchObject({
      status: 201,
      body: { posts: [{ scheduledAt: inDays(2, '09:30').toISOString() }] },
    });
    const near = await caller.call(checkPost, {
      body: { content: 'Teh', facebookPageId: row, scheduledAt: inDays(2, '08:40').toISOString() },
    });
    expect(near.body.near).toMatchObject([{ at: at.toISOString() }]);
  });

  test('a post of one that is moved with others stays where it would be too close to one of the other', async () => {
    const { they, row, caller } = await colleague();
    await buildPost(api.db, scene.me, { facebookPageId: scene.pageRow, scheduledAt: inDays(3, '09:00') });
    const mine = await buildPost(api.db, they, { facebookPageId: row, scheduledAt: inDays(2, '09:10') });
    const answer = await caller.call(changeManyPosts, {
      body: { postIds: [mine], change: { kind: 'move', days: 1 } },
    });
    expect(answer.body.unchanged).toMatchObject([{ postId: mine, reason: 'too-close' }]);
  });

  test('late posts leave one by one, whoever planned them, also when two processes take them at once', async () => {
    const { they, row } = await colleague();
    await api.another();
    const late = (minutes: number) => fromNow(api.db, `${minutes} minutes ago`) as unknown as Date;
    await buildPost(api.db, scene.me, { facebookPageId: scene.pageRow, scheduledAt: late(30), content: 'First' });
    await buildPost(api.db, they, { facebookPageId: row, scheduledAt: late(29), content: 'Second' });
    const out = () => api.stored.posts.values('content', { status: 'published' });
    await api.turn();
    await api.turn();
    expect(await out()).toHaveLength(1);
    await api.stored.pageClock.age('31 minutes', ['last_published_at'], {});
    await api.stored.automationTurns.age('31 minutes', ['taken_at'], {});
    await api.turn();
    expect(await out()).toHaveLength(2);
  });
});
