import { beforeEach, expect, test } from 'vitest';
import { createPost, dashboardStats, listPosts, postPerformance } from '../../contract/index.ts';
import type { TestPage } from '../../../sandbox/testing.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { personWithPage } from '../../testing/person-with-page.ts';
import { type Caller } from '../../testing/test-api.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';

const api = setUpSweptApi();
let me: TestUser;
let caller: Caller;
let page: TestPage;
let pageRow: number;
let postId: number;
beforeEach(async () => {
  // Days pass in these tests; the tokens are to outlive them.
  await api.sandbox.control('PUT', '/switches', { shortTokenMinutes: 60 * 24 * 30 });
  ({ me, caller, page, pageRow } = await personWithPage(api));
  postId = (
    await caller.call(createPost, {
      body: { content: 'How are we doing?', status: 'published', facebookPageId: pageRow },
    })
  ).body.id;
});

const performance = (id = postId) => caller.call(postPerformance, { params: { id } });

test('a fresh post has no reactions yet, also where Facebook leaves a number out', async () => {
  expect(await performance()).toMatchObject({
    status: 200,
    body: { likes: 0, comments: 0, shares: 0, fetchedAt: expect.any(String) },
  });
});

test('numbers grow, are kept, and count in the statistics', async () => {
  await api.sandbox.clock(5 * 86_400_000);
  const { body } = await performance();
  expect(body.likes + body.comments + body.shares).toBeGreaterThan(0);
  const { body: stats } = await caller.call(dashboardStats);
  expect(stats.totalEngagement).toBe(body.likes + body.comments + body.shares);
});

test('what a post had at each age is kept, so that others can be compared with it', async () => {
  await performance();
  await api.sandbox.clock(5 * 86_400_000);
  const publishedAt = fromNow(api.db, '5 days ago');
  await api.stored.posts.change({ published_at: publishedAt, scheduled_at: publishedAt }, { id: postId });
  const { body } = await performance();
  const kept = await api.stored.postEngagement.first({ post_id: postId }, 'engagement_by_age');
  const total = body.likes + body.comments + body.shares;
  expect(kept).toEqual({ engagement_by_age: [0, null, null, null, null, null, null, total] });
});

test('the loop looks after new posts by itself, and goes on after one that fails', async () => {
  const gone = await buildPost(api.db, me, {
    facebookPageId: pageRow,
    status: 'published',
    remoteId: `${page.id}_999999999999999`,
  });
  await api.sandbox.clock(5 * 86_400_000);
  const job = api.app.jobs.find(({ name }) => name === 'refresh-engagement');
  await job?.run(new Date());
  const seen = (await api.stored.postEngagement.rows({}, 'post_id', 'likes')) as { post_id: number; likes: number }[];
  expect(seen.find((row) => row.post_id === postId)?.likes).toBeGreaterThan(0);
  // It had its turn, so that it does not stand before the others in every run.
  expect(seen.find((row) => row.post_id === gone)?.likes).toBe(0);
});

test('many posts of a page whose calls are used up keep those of no other page waiting', async () => {
  const busy = await api.sandbox.page('manager', 1);
  const { id: facebookPageId } = await buildPage(api.db, me, { pageId: busy.id, accessToken: busy.access_token });
  const body = { content: 'Everybody looks at this.', status: 'published', facebookPageId } as const;
  const made = await caller.call(createPost, { body });
  await api.sandbox.fault({ action: { type: 'throttle', page: busy.id, minutes: 20, climb: 1 } });
  await performance(made.body.id);
  for (let n = 0; n < 60; n += 1) await buildPost(api.db, me, { facebookPageId, status: 'published' });
  await api.app.jobs.find(({ name }) => name === 'refresh-engagement')?.run(new Date());
  expect(await api.stored.postEngagement.rows({ post_id: postId }, 'likes')).toHaveLength(1);
});

test.each([
  ['{}', 502],
  ['null', 502],
  ['{"likes":{"summary":{"total_count":9}}}', 502],
  ['{"error_code":190,"error_msg":"no"}', 409],
  ['{"code":100,"error_subcode":33,"message":"gone"}', 404],
  ['{"error":"Service unavailable"}', 502],
])('an answer of %s is no numbers, whatever its status says', async (body, status) => {
  await api.stored.postEngagement.add({
    post_id: postId,
    likes: 7,
    comments: 0,
    shares: 0,
    fetched_at: api.db.fn.now(),
  });
  await api.sandbox.fault({
    match: { service: 'graph', method: 'GET', path: `/${page.id}_\\d+$` },
    action: { name: 'answer', body },
  });
  expect((await performance()).status).toBe(status);
  expect(await api.stored.postEngagement.first({ post_id: postId }, 'likes')).toEqual({ likes: 7 });
});

test('a token that opens nothing any more has its page looked at within the minute', async () => {
  await api.stored.facebookPages.change({ next_check_at: fromNow(api.db, '1 day') });
  await api.sandbox.fault({
    match: { service: 'graph', method: 'GET', path: `/${page.id}_\\d+$` },
    action: { type: 'error', code: 190, subcode: 460 },
  });
  await performance();
  expect((await api.stored.facebookPages.values<Date>('next_check_at'))[0]?.getTime()).toBeLessThanOrEqual(Date.now());
});

test('a post that never went out has nothing to ask about', async () => {
  const draft = await buildPost(api.db, me, { facebookPageId: pageRow, status: 'draft' });
  expect(await performance(draft)).toMatchObject({ status: 409, body: { message: 'No Facebook post ID available' } });
});

test('a post of the tech site has no number at Facebook, and nothing to ask about', async () => {
  const article = await buildPost(api.db, me, { target: 'fiztech', status: 'published', remoteId: 'article-7' });
  expect((await caller.call(listPosts, { query: { publishPlatform: 'fiztech' } })).body.posts).toMatchObject([
    { id: article, facebookPostId: null },
  ]);
  expect(await performance(article)).toMatchObject({ status: 409, body: { message: 'No Facebook post ID available' } });
});

test("somebody else's post does not exist for me", async () => {
  const theirs = await buildPost(api.db, await buildUser(api.db), { status: 'published' });
  expect((await performance(theirs)).status).toBe(404);
});

test.each([
  ['the post is gone there', { type: 'error', http: 400, code: 100, subcode: 33 }, 404, 'no longer on Facebook'],
  ['the token is dead', { type: 'error', http: 401, code: 190, subcode: 460 }, 409, 'Reconnect'],
  ['calls are limited', { type: 'error', http: 400, code: 80001 }, 429, 'for a while'],
  ['the line is cut', 'reset', 502, "isn't responding"],
])('when %s, people hear it in words', async (_name, action, status, words) => {
  await api.sandbox.fault({
    match: { service: 'graph', method: 'GET', path: `${page.id}_\\d+$` },
    when: 'before',
    action,
  });
  const answer = await performance();
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ message: expect.stringContaining(words) });
});
