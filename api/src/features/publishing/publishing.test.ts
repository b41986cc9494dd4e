import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPost, listPages, publishPost, removePage, syncPage, updatePost } from '../../contract/index.ts';
import { secretBox } from '../../db/secrets.ts';
import { buildPage, buildPost, buildUser, TEST_SECRET_KEY } from '../../testing/builders.ts';
import { claimDue } from '../../testing/post-stories.ts';
import { testApi } from '../../testing/test-api.ts';
import { pagesRepository } from '../pages/pages.repository.ts';
import { claimsRepository } from './claims.repository.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me: manager, page, pageRow, stories } = {} as Scene;
const api = setUpScene(
  (scene) => {
    ({ me: manager, page, pageRow, stories } = scene);
  },
  { role: 'manager' },
);
afterEach(() => {
  vi.useRealTimers();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const dueNow = (content: string, facts: object = {}) =>
  buildPost(api.db, manager, { content, facebookPageId: pageRow, scheduledAt: new Date(), ...facts });
const seen = (content: string, on = page.id) => stories.seen(content, on);

describe('a due post', () => {
  test('goes out once, and never again however often the loop turns', async () => {
    const id = await dueNow('Fresh from the oven');
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'published', problem: null, is_late: false });
    await api.turn();
    expect(await seen('Fresh from the oven')).toBe(1);
  });

  test('that is late by minutes goes out and is marked late', async () => {
    const id = await dueNow('A little late', { scheduledAt: minutesAgo(20) });
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'published', is_late: true });
  });

  test('that is late by more than an hour does not go out: its owner decides', async () => {
    const id = await dueNow('Too late', { scheduledAt: minutesAgo(61) });
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'missed', problem: { code: 'missed' } });
    expect(await seen('Too late')).toBe(0);
  });

  test('a backlog leaves its page one by one, half an hour apart', async () => {
    const [first, second] = [
      await dueNow('Backlog 1', { scheduledAt: minutesAgo(30) }),
      await dueNow('Backlog 2', { scheduledAt: minutesAgo(20) }),
    ];
    await api.turn();
    await api.turn();
    expect([(await stories.statusOf(first)).status, (await stories.statusOf(second)).status]).toEqual([
      'published',
      'scheduled',
    ]);
    await api.stored.pageClock.change({ last_published_at: minutesAgo(31) });
    await api.turn();
    expect((await stories.statusOf(second)).status).toBe('published');
  });

  test('that waits its turn, or for its page to cool down, says so', async () => {
    const ids = [
      await dueNow('Turn 1', { scheduledAt: minutesAgo(30) }),
      await dueNow('Turn 2', { scheduledAt: minutesAgo(20) }),
    ];
    await api.turn();
    await api.app.jobs.find(({ name }) => name === 'explain-overdue')?.run(new Date());
    expect((await stories.statusOf(ids[1] ?? 0)).problem).toMatchObject({ code: 'queued' });
    await api.stored.pageClock.change({ paused_until: new Date(Date.now() + 600_000) });
    const late = await dueNow('Into the rest', { scheduledAt: minutesAgo(2) });
    await api.app.jobs.find(({ name }) => name === 'explain-overdue')?.run(new Date());
    expect((await stories.statusOf(late)).problem).toMatchObject({ code: 'rate_limited' });
  });

  test('of a future time waits', async () => {
    const id = await dueNow('Tomorrow', { scheduledAt: new Date(Date.now() + 3_600_000) });
    await api.turn();
    expect((await stories.statusOf(id)).status).toBe('scheduled');
  });

  test('of somebody who was blocked meanwhile stays in', async () => {
    await api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: manager.facebookId });
    const id = await dueNow('Not any more');
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({
      status: 'scheduled',
      is_held: true,
      problem: { code: 'no_access' },
    });
    expect(await seen('Not any more')).toBe(0);
  });
});

describe('claims', () => {
  test('two workers never get the same post, nor two posts of one page', async () => {
    for (let n = 0; n < 30; n += 1) {
      const row = (await buildPage(api.db, manager)).id;
      await buildPost(api.db, manager, { facebookPageId: row, scheduledAt: minutesAgo(0) });
      await buildPost(api.db, manager, { facebookPageId: row, scheduledAt: minutesAgo(0) });
    }
    const workers = [claimsRepository(api.db), claimsRepository(api.db), claimsRepository(api.db)];
    const claims = (await Promise.all(workers.map((worker) => claimDue(worker, 25)))).flat();
    expect(new Set(claims.map((claim) => claim.postId)).size).toBe(claims.length);
    expect(new Set(claims.map((claim) => claim.facebookPageId)).size).toBe(claims.length);
    const rest = (await Promise.all(workers.map((worker) => claimDue(worker, 60)))).flat();
    expect(claims.length + rest.length).toBe(30);
  });

  test('a worker whose lease went to another changes nothing any more', async () => {
    const id = await dueNow('Contested');
    const claims = claimsRepository(api.db);
    const [first] = await claimDue(claims);
    await stories.endLeases();
    const [second] = await claimDue(claims);
    if (first === undefined || second === undefined) throw new Error('Nothing was claimed');
    expect(second.postId).toBe(id);
    expect(await claims.markSending(first, '1_0', 20)).toBe('lost');
    expect(await claims.settlePublished(first, '1_1', null)).toBe(false);
    expect(await claims.settlePublished(second, '1_2', null)).toBe(true);
    expect(await api.stored.posts.first({ id }, 'remote_id')).toEqual({ remote_id: '1_2' });
  });
});

describe('when Facebook says no', () => {
  const refuse = (code: number, more: object = {}) =>
    api.sandbox.fault({
      match: { service: 'graph', method: 'POST', path: '/feed$', page: page.id },
      when: 'before',
      action: { type: 'error', http: 400, code, ...more },
      times: 1,
    });

  test('to the content, the post fails with the reason and keeps its text', async () => {
    await refuse(100);
    const id = await dueNow('No good');
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({
      status: 'failed',
      content: 'No good',
      problem: { code: 'refused' },
    });
    expect(await api.stored.publishAttempts.first({}, 'state', 'error')).toMatchObject({
      state: 'refused',
      error: { code: 100 },
    });
  });

  test('to the token, the page is marked and all its posts wait; connecting it again lets them go', async () => {
    await api.sandbox.control('PUT', '/tokens', { page: page.id, state: 'expired' });
    const [due, later] = [
      await dueNow('Waits'),
      await dueNow('Waits too', { scheduledAt: new Date(Date.now() + 3_600_000) }),
    ];
    await api.turn();
    expect(await stories.statusOf(due)).toMatchObject({
      status: 'scheduled',
      is_held: true,
      problem: { code: 'reconnect' },
    });
    expect(await stories.statusOf(later)).toMatchObject({ is_held: true });
    const caller = api.as(manager);
    expect((await caller.call(listPages)).body).toMatchObject([{ isConnected: false, problem: { code: 'reconnect' } }]);

    await api.sandbox.control('PUT', '/tokens', { page: page.id, state: 'ok' });
    const { access_token: accessToken } = await api.sandbox.page();
    expect((await caller.call(syncPage, { body: { pageId: page.id, name: page.name, accessToken } })).status).toBe(200);
    await api.turn();
    expect(await stories.statusOf(due)).toMatchObject({ status: 'published' });
    expect(await stories.statusOf(later)).toMatchObject({ status: 'scheduled', is_held: false, problem: null });
  });

  test('to the pace, the page is cooling down and the others go on', async () => {
    await refuse(80001);
    const other = await api.sandbox.page('manager', 1);
    const otherRow = (
      await buildPage(api.db, manager, { pageId: other.id, name: other.name, accessToken: other.access_token })
    ).id;
    const id = await dueNow('Slow down');
    await api.turn();
    const next = await buildPost(api.db, manager, {
      content: 'Goes on',
      facebookPageId: otherRow,
      scheduledAt: minutesAgo(0),
    });
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'scheduled', problem: { code: 'rate_limited' } });
    expect((await stories.statusOf(next)).status).toBe('published');
    await api.stored.pageClock.change({ paused_until: minutesAgo(1) });
    await api.turn();
    expect(await stories.statusOf(id)).toMatchObject({ status: 'published', problem: null });
  });

  test("to the app's pace, every page is cooling down", async () => {
    await refuse(4);
    await dueNow('Stops all');
    await api.turn();
    const other = await api.sandbox.page('manager', 1);
    const otherRow = (await buildPage(api.db, manager, { pageId: other.id, accessToken: other.access_token })).id;
    const next = await buildPost(api.db, manager, { facebookPageId: otherRow, scheduledAt: minutesAgo(0) });
    await api.turn();
    expect((await stories.statusOf(next)).status).toBe('scheduled');
  });
});

describe('publish now', () => {
  test('answers with the post once it is out', async () => {
    const answer = await api
      .as(manager)
      .call(createPost, { body: { content: 'Right now', status: 'published', facebookPageId: pageRow } });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'published',
      facebookPostId: expect.stringContaining(page.id),
      isLate: false,
    });
    expect(await seen('Right now')).toBe(1);
  });

  test('two clicks at the same moment publish once, and the slower hears why', async () => {
    const id = await dueNow('Twice', { scheduledAt: new Date(Date.now() + 3_600_000) });
    const caller = api.as(manager);
    const answers = await Promise.all([
      caller.call(publishPost, { params: { id }, body: {} }),
      caller.call(publishPost, { params: { id }, body: {} }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await seen('Twice')).toBe(1);
  });

  test('that Facebook refuses fails with the reason, is kept, and does not go out later by surprise', async () => {
    await api.sandbox.control('PUT', '/tokens', { page: page.id, state: 'revoked' });
    const answer = await api
      .as(manager)
      .call(createPost, { body: { content: 'Kept', status: 'published', facebookPageId: pageRow } });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ message: expect.stringContaining('Reconnect'), postId: expect.any(Number) });
    expect(await api.stored.posts.first()).toMatchObject({ status: 'failed', content: 'Kept' });
    await api.sandbox.control('PUT', '/tokens', { page: page.id, state: 'ok' });
    await pagesRepository(api.db, secretBox(TEST_SECRET_KEY)).setProblem(pageRow, null);
    await api.turn();
    expect(await seen('Kept')).toBe(0);
  });

  test('on a page that is cooling down says so instead of waiting', async () => {
    await api.stored.pageClock.change(
      { paused_until: new Date(Date.now() + 600_000), pause_reason: 'rate_limited' },
      { facebook_page_id: pageRow },
    );
    const answer = await api
      .as(manager)
      .call(createPost, { body: { content: 'Patience', status: 'published', facebookPageId: pageRow } });
    expect(answer.body).toMatchObject({
      status: 'scheduled',
      problem: { message: expect.stringContaining('about 10 min') },
    });
  });
});

test('while the whole app is cooling down, publish now says so instead of waiting', async () => {
  await api.stored.pauses.add({
    scope: 'app',
    key: 'facebook:development',
    paused_until: new Date(Date.now() + 300_000),
    reason: 'rate_limited',
  });
  const answer = await api
    .as(manager)
    .call(createPost, { body: { content: 'All rest', status: 'published', facebookPageId: pageRow } });
  expect(answer.body).toMatchObject({
    status: 'scheduled',
    problem: { message: expect.stringContaining('about 5 min') },
  });
});

test('a held post that moves to another page goes out there', async () => {
  await api.sandbox.control('PUT', '/tokens', { page: page.id, state: 'expired' });
  const id = await dueNow('Moves away');
  await api.turn();
  expect((await stories.statusOf(id)).is_held).toBe(true);
  const other = await api.sandbox.page('manager', 1);
  const otherRow = (await buildPage(api.db, manager, { pageId: other.id, accessToken: other.access_token })).id;
  await api.as(manager).call(updatePost, { params: { id }, body: { facebookPageId: otherRow } });
  await api.turn();
  expect(await seen('Moves away', other.id)).toBe(1);
});

test('a post whose page was removed while it was asked for can be published on another', async () => {
  await api.stored.pageClock.change(
    { paused_until: new Date(Date.now() + 600_000), pause_reason: 'rate_limited' },
    { facebook_page_id: pageRow },
  );
  const caller = api.as(manager);
  const { body: waiting } = await caller.call(createPost, {
    body: { content: 'Homeless', status: 'published', facebookPageId: pageRow },
  });
  expect((await caller.call(removePage, { params: { id: pageRow } })).status).toBe(200);
  expect(await stories.statusOf(waiting.id)).toMatchObject({ status: 'failed', problem: { code: 'page_removed' } });
  const other = await api.sandbox.page('manager', 1);
  const otherRow = (await buildPage(api.db, manager, { pageId: other.id, accessToken: other.access_token })).id;
  expect(
    (await caller.call(publishPost, { params: { id: waiting.id }, body: { pageId: otherRow } })).body,
  ).toMatchObject({ status: 'published' });
});

test('a process without a loop sets itself no timer for what is planned', async () => {
  const { app } = await api.another();
  await dueNow('Later', { scheduledAt: new Date(Date.now() + 7_200_000) });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await app.loop.tickJob.run(new Date());
  expect(timers.mock.calls.filter(([, ms]) => (ms ?? 0) > 3_600_000)).toEqual([]);
  timers.mockRestore();
});

test('the loop wakes by itself for a post that any process puts on the schedule', async () => {
  const other = await testApi();
  try {
    const owner = await buildUser(other.db);
    const shop = await other.sandbox.page();
    const row = (await buildPage(other.db, owner, { pageId: shop.id, accessToken: shop.access_token })).id;
    // No job runs here: after the first tick only the timer is left.
    await other.app.loop.start();
    await vi.waitFor(() => expect(other.app.loop.sinceTick()).not.toBeNull(), 60_000);
    const id = await buildPost(other.db, owner, { facebookPageId: row, scheduledAt: new Date(Date.now() + 600) });
    await vi.waitFor(
      async () => expect(await other.stored.posts.first({ id }, 'status')).toEqual({ status: 'published' }),
      { timeout: 60_000, interval: 20 },
    );
  } finally {
    await other.close();
  }
});
