import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageId } from './contract/ids.ts';
import {
  createPost,
  dashboardStats,
  dashboardTrend,
  listPosts,
  listPostsByStatus,
  TIME_ZONE_HEADER,
  updatePost,
} from './contract/index.ts';
import { buildPage, buildPost, buildUser, type TestUser } from './testing/builders.ts';
import { setUpApi } from './testing/scene.ts';
import { type Caller } from './testing/test-api.ts';
import { setTimeZone } from './testing/database-state.ts';

/**
 * Two hours before November began in Greenwich it had begun in Kuala Lumpur, and a week there began while New York had
 * lunch on Sunday.
 */
const OUT = ['2026-10-31T22:00:00.000Z', '2026-11-08T16:30:00.000Z'];
/** Tomorrow in Kuala Lumpur, still today in New York. */
const WAITING = '2026-11-15T16:10:00.000Z';
const NOW = new Date('2026-11-15T12:00:00Z');

const api = setUpApi();
let me: TestUser;
let pageRow: PageId;
const zoneBefore = process.env['TZ'];

beforeAll(async () => {
  me = await buildUser(api.db);
  pageRow = (await buildPage(api.db, me)).id;
  for (const at of OUT)
    await buildPost(api.db, me, { facebookPageId: pageRow, status: 'published', publishedAt: new Date(at) });
  await buildPost(api.db, me, { facebookPageId: pageRow, scheduledAt: new Date(WAITING) });
});

describe.each([
  ['UTC', 12],
  ['Asia/Kuala_Lumpur', 20],
  ['America/New_York', 7],
])('with server and database in %s', (serverZone, noon) => {
  let caller: Caller;

  beforeAll(async () => {
    process.env['TZ'] = serverZone;
    await setTimeZone(api.db, serverZone);
    // With connections of its own, which are new.
    caller = (await api.another()).as(me);
  });
  afterAll(() => {
    if (zoneBefore === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zoneBefore;
  });
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('its own clock is another one', () => expect(NOW.getHours()).toBe(noon));

  test.each([
    ['Asia/Kuala_Lumpur', { postsThisMonth: 2, todayScheduled: 0 }, ['2026-10-26', '2026-11-09'], ['2026-11-16']],
    ['UTC', { postsThisMonth: 1, todayScheduled: 1 }, ['2026-10-26', '2026-11-02'], ['2026-11-15']],
    ['America/New_York', { postsThisMonth: 1, todayScheduled: 1 }, ['2026-10-26', '2026-11-02'], ['2026-11-15']],
  ])(
    'a viewer in %s counts months, weeks and days of their own',
    async (viewerZone, stats, weeksWithPosts, daysWithPosts) => {
      const headers = { [TIME_ZONE_HEADER]: viewerZone };
      expect((await caller.call(dashboardStats, { headers })).body).toMatchObject(stats);
      const { weeks, days } = (await caller.call(dashboardTrend, { headers })).body;
      expect(weeks.filter(({ posts }) => posts > 0).map(({ start }) => start)).toEqual(weeksWithPosts);
      expect(days.filter(({ scheduled }) => scheduled > 0).map(({ date }) => date)).toEqual(daysWithPosts);
    },
  );

  test('instants come back as they went in', async () => {
    const [history, waiting] = [
      await caller.call(listPosts, { query: { status: 'published' } }),
      await caller.call(listPostsByStatus, { params: { status: 'scheduled' } }),
    ];
    expect(history.body.posts.map(({ publishedAt }) => publishedAt)).toEqual(OUT.toReversed());
    expect(waiting.body.map(({ scheduledAt }) => scheduledAt)).toEqual([WAITING]);

    // In New York clocks skip that hour; an instant has none of that.
    const [planned, moved] = ['2036-03-09T07:30:00.000Z', '2036-11-02T06:30:00.000Z'];
    const { body: post } = await caller.call(createPost, {
      body: { content: 'Later', facebookPageId: pageRow, status: 'scheduled', scheduledAt: planned },
    });
    expect(post.scheduledAt).toBe(planned);
    expect(
      (await caller.call(updatePost, { params: { id: post.id }, body: { scheduledAt: moved } })).body.scheduledAt,
    ).toBe(moved);
    await api.stored.posts.remove({ id: post.id });
  });
});
