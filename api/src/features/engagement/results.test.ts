import { beforeEach, describe, expect, test } from 'vitest';
import {
  listPosts,
  PAGE_MONTH_EXPORT_PATH,
  postResults,
  readBestHours,
  readPageMonth,
  updateSettings,
  type PostResult,
} from '../../contract/index.ts';
import type { PageId } from '../../contract/ids.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const api = setUpApi();
const { me, caller } = setUpPerson(api);
let page: PageId;
beforeEach(async () => {
  page = (await buildPage(api.db, me, { name: 'Corner Bakery' })).id;
});

const ago = (ms: number) => new Date(Date.now() - ms);

/** A post that went out `age` ago; `likes` were read just now, or never. */
async function published(age: number, likes: number | null, facts: Parameters<typeof buildPost>[2] = {}) {
  const id = await buildPost(api.db, me, {
    facebookPageId: page,
    status: 'published',
    publishedAt: ago(age),
    ...facts,
  });
  if (likes !== null) await read(id, { likes }, age);
  return id;
}

/** As the product keeps what it read when the post was of this age. */
async function read(id: number, counts: { likes: number; comments?: number; shares?: number }, age: number) {
  const { likes, comments = 0, shares = 0 } = counts;
  const place = 1 + [1, 3, 6, 12, 24, 48, 96, 168].filter((hours) => age >= hours * HOUR_MS).length;
  const byAge = Array.from({ length: place }, (_, index) => (index === place - 1 ? likes + comments + shares : null));
  await api.stored.postEngagement.put(
    { post_id: id, likes, comments, shares, seen_at: api.db.fn.now(), engagement_by_age: byAge },
    'post_id',
  );
}

const resultsOf = async (...ids: number[]): Promise<PostResult[]> =>
  (await caller.call(postResults, { query: { ids: ids.join(',') } })).body;

describe('posts in the order of what followers did', () => {
  const ordered = async (query: object) =>
    (await caller.call(listPosts, { query: { limit: 2, ...query } })).body.posts.map(({ id }) => id);

  test('have the most first, page by page, and those that nobody could read last', async () => {
    const unread = await published(DAY_MS, null);
    const failed = await published(2 * DAY_MS, null);
    await api.stored.postEngagement.put({ post_id: failed, likes: 0, comments: 0, shares: 0 }, 'post_id');
    const ten = await published(DAY_MS, 10);
    const none = await published(DAY_MS, 0);
    const equal = await published(DAY_MS, 10);
    const pages = async (query: object) =>
      (await Promise.all([1, 2, 3].map((number) => ordered({ ...query, page: number })))).flat();
    expect(await pages({ sort: 'likes' })).toEqual([equal, ten, none, unread, failed]);
    expect(await pages({ sort: 'likes', order: 'asc' })).toEqual([none, ten, equal, unread, failed]);
  });

  test('can be narrowed down as any list, and counted', async () => {
    const other = (await buildPage(api.db, me)).id;
    await published(DAY_MS, 90, { facebookPageId: other });
    const mine = await published(DAY_MS, 5, { content: 'Fresh bread' });
    await published(DAY_MS, 70, { content: 'Cake' });
    const answer = await caller.call(listPosts, { query: { sort: 'engagement', facebookPageId: page, text: 'bread' } });
    expect(answer.body.posts.map(({ id }) => id)).toEqual([mine]);
    expect(answer.body.pagination).toMatchObject({ total: 1, pages: 1 });
  });

  test.each([['comments'], ['shares'], ['engagement']])('go by %s', async (sort) => {
    const [few, many] = [await published(DAY_MS, null), await published(DAY_MS, null)];
    await read(few, { likes: 3, comments: 1, shares: 1 }, DAY_MS);
    await read(many, { likes: 2, comments: 2, shares: 2 }, DAY_MS);
    expect(await ordered({ sort })).toEqual([many, few]);
  });

  test("hold nobody else's", async () => {
    const stranger = await buildUser(api.db);
    const theirs = await buildPost(api.db, stranger, { status: 'published' });
    await read(theirs, { likes: 99 }, DAY_MS);
    expect(await ordered({ sort: 'likes' })).toEqual([]);
  });

  test('are those that are out', async () => {
    expect((await caller.call(listPosts, { query: { sort: 'likes', status: 'draft' } })).status).toBe(400);
  });
});

describe('a post beside others of its page', () => {
  test('is compared with what they had at its age', async () => {
    for (const likes of [2, 4, 6, 8]) await read(await published(40 * DAY_MS, null), { likes }, 2 * HOUR_MS);
    const young = await published(2 * HOUR_MS, 9);
    const [result] = await resultsOf(young);
    expect(result?.comparison).toEqual({ median: 6, percent: 50, posts: 5, ageHours: [1, 3], isBest: true });
    expect(result?.figures).toMatchObject({ likes: 9, engagement: 9, readAt: expect.any(String) });
  });

  test('is not judged in its first hour, nor beside fewer than five', async () => {
    const posts = [await published(HOUR_MS / 2, 1), await published(10 * DAY_MS, 50)];
    const [early, few] = await resultsOf(...posts);
    expect([early, few]).toMatchObject([{ notCompared: 'too-early' }, { notCompared: 'too-few' }]);
    // Of posts from before we read them so often nobody knows what they had: it says how far it is.
    expect(few?.soFar).toEqual({ posts: 1, first: expect.any(String), ageHours: [168, null] });
    expect(Math.round((Date.now() - Date.parse(few?.soFar?.first ?? '')) / DAY_MS)).toBe(10);
  });

  test('has no figures where they could not be read, which is not 0', async () => {
    const failed = await published(DAY_MS, null);
    await api.stored.postEngagement.put({ post_id: failed, likes: 0, comments: 0, shares: 0 }, 'post_id');
    const fiztech = await buildPost(api.db, me, { target: 'fiztech', status: 'published', remoteId: 'article-9' });
    const results = await resultsOf(failed, await published(DAY_MS, null), fiztech);
    expect(results.map(({ figures }) => figures)).toEqual([null, null, null]);
    expect(results.map(({ missing }) => missing)).toEqual(['unreadable', 'not-yet', 'none-there']);
  });

  test('is one of the best when nine of ten had less', async () => {
    const ids = [];
    for (let likes = 1; likes <= 20; likes += 1) ids.push(await published(20 * DAY_MS, likes));
    const best = (await resultsOf(...ids)).filter(({ comparison }) => comparison?.isBest).map(({ postId }) => postId);
    expect(best).toEqual(ids.slice(-3));
  });

  test('says no percent of a median of 0', async () => {
    for (let index = 0; index < 5; index += 1) await published(20 * DAY_MS, 0);
    const [result] = await resultsOf(await published(20 * DAY_MS, 4));
    expect(result?.comparison).toMatchObject({ median: 0, percent: null, isBest: true });
  });

  test("is the caller's own, and in the order in which it was asked for", async () => {
    const theirs = await buildPost(api.db, await buildUser(api.db), { status: 'published' });
    const [one, two] = [await published(DAY_MS, 1), await published(DAY_MS, 2)];
    expect((await resultsOf(two, theirs, one)).map(({ postId }) => postId)).toEqual([two, one]);
  });
});

describe('the best hours of a page', () => {
  const hoursOf = async (id: number = page) => caller.call(readBestHours, { params: { id } });

  test('are found in the zone of its owner, and kept', async () => {
    await caller.call(updateSettings, { body: { timeZone: 'Asia/Kuala_Lumpur' } });
    // At noon and at 19:30 in Kuala Lumpur, on the same days.
    const today = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`);
    for (let day = 5; day < 45; day += 1) {
      const at = (hours: number) => Date.now() - (today - day * DAY_MS + hours * HOUR_MS);
      await published(at(4), 20 + (day % 9));
      await published(at(11.5), 60 + (day % 7));
    }
    const { body } = await hoursOf();
    expect(body).toMatchObject({ timeZone: 'Asia/Kuala_Lumpur', posts: 80 });
    expect(body.best[0]).toMatchObject({ weekday: null, posts: 40 });
    expect([18, 19]).toContain(body.best[0]?.fromHour);
    expect((await hoursOf()).body.computedAt).toBe(body.computedAt);
    await caller.call(updateSettings, { body: { timeZone: 'UTC' } });
    expect((await hoursOf()).body).toMatchObject({ timeZone: 'UTC' });
  });

  test('are not told of a page with few posts', async () => {
    await published(5 * DAY_MS, 3);
    expect((await hoursOf()).body).toMatchObject({ best: [], posts: 1, slots: 0 });
  });

  test('are found out about in the background', async () => {
    await api.app.jobs.find(({ name }) => name === 'renew-best-hours')?.run(new Date());
    const { body } = await hoursOf();
    expect(await api.stored.pageBestHours.first({ facebook_page_id: page }, 'computed_at')).toEqual({
      computed_at: new Date(body.computedAt),
    });
  });

  test('are renewed in the background, also behind a page of which they cannot be found', async () => {
    await hoursOf();
    await api.stored.pageBestHours.age('2 days', ['computed_at']);
    const they = await buildUser(api.db);
    await api.stored.users.change({ time_zone: 'Mars/Phobos' }, { id: they.userId });
    const theirs = await buildPost(api.db, they, {
      status: 'published',
      publishedAt: new Date(Date.now() - 9 * DAY_MS),
    });
    const now = new Date();
    await api.stored.postEngagement.add({
      post_id: theirs,
      likes: 1,
      comments: 0,
      shares: 0,
      fetched_at: now,
      seen_at: now,
    });
    const run = api.app.jobs.find(({ name }) => name === 'renew-best-hours')?.run(now);
    await expect(run).rejects.toThrow();
    const kept = await api.stored.pageBestHours.first({ facebook_page_id: page }, 'computed_at');
    expect((kept as { computed_at: Date }).computed_at.getTime()).toBeGreaterThan(now.getTime() - HOUR_MS);
  });

  test("are nobody else's business", async () => {
    const theirs = (await buildPage(api.db, await buildUser(api.db))).id;
    expect((await hoursOf(theirs)).status).toBe(404);
  });
});

describe('a month of a page', () => {
  const monthOf = (month: string, id: number = page) =>
    caller.call(readPageMonth, { params: { id }, query: { month } });
  const exported = async (month: string, id: number = page) =>
    caller.fetch(`${PAGE_MONTH_EXPORT_PATH}?pageId=${id}&month=${month}`);
  const at = (publishedAt: string, facts: object = {}) =>
    buildPost(api.db, me, { facebookPageId: page, status: 'published', publishedAt: new Date(publishedAt), ...facts });

  test('begins and ends where the page is, and leaves out what could not be read', async () => {
    await caller.call(updateSettings, { body: { timeZone: 'Asia/Kuala_Lumpur' } });
    const first = await at('2026-09-30T16:30:00Z');
    const last = await at('2026-10-31T15:30:00Z');
    await at('2026-10-31T16:30:00Z');
    const before = await at('2026-09-30T15:30:00Z');
    await read(first, { likes: 4, comments: 2, shares: 1 }, 30 * DAY_MS);
    await read(before, { likes: 10 }, 30 * DAY_MS);
    const { body } = await monthOf('2026-10');
    expect(body).toMatchObject({
      page: { id: page, name: 'Corner Bakery' },
      timeZone: 'Asia/Kuala_Lumpur',
      sums: { posts: 2, read: 1, likes: 4, comments: 2, shares: 1, engagement: 7, median: 7 },
      before: { posts: 1, engagement: 10 },
      best: [first],
    });
    expect(body.days).toHaveLength(31);
    expect(body.days[0]).toEqual({ date: '2026-10-01', posts: 1, engagement: 7 });
    expect(body.days.at(-1)).toEqual({ date: '2026-10-31', posts: 1, engagement: 0 });
    expect(body.posts.map(({ id, figures }) => [id, figures?.engagement ?? null])).toEqual([
      [first, 7],
      [last, null],
    ]);
  });

  test('without a post is empty', async () => {
    expect((await monthOf('2026-02')).body).toMatchObject({ sums: { posts: 0, median: null }, before: null, best: [] });
  });

  test('can be exported, and a spreadsheet runs nothing of it', async () => {
    await at('2026-10-05T01:00:00Z', { content: '=HYPERLINK("http://evil.example")\nsecond line' });
    const answer = await exported('2026-10');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('posts-2026-10.csv');
    expect(await answer.text()).toBe(
      '"Published (UTC)","Text","Kind","Address","Likes","Comments","Shares","Total engagement",' +
        '"Read at (UTC)"\r\n' +
        '"2026-10-05 01:00","\'=HYPERLINK(""http://evil.example"")\nsecond line","text","",,,,,""\r\n',
    );
  });

  test('is exported whole, however many posts it has', async () => {
    for (let minute = 0; minute < 501; minute += 1)
      await at(new Date(Date.UTC(2026, 9, 3, 0, minute)).toISOString(), { content: `Post ${minute}.` });
    expect((await (await exported('2026-10')).text()).match(/"Post \d+\."/g)).toHaveLength(501);
  });

  test('is a month', async () => {
    expect((await monthOf('2026-13')).status).toBe(400);
    expect((await exported('now')).status).toBe(400);
  });

  test("is nobody else's business", async () => {
    const theirs = (await buildPage(api.db, await buildUser(api.db))).id;
    expect((await monthOf('2026-10', theirs)).status).toBe(404);
    expect((await exported('2026-10', theirs)).status).toBe(404);
    expect((await api.as(null).fetch(`${PAGE_MONTH_EXPORT_PATH}?pageId=${theirs}&month=2026-10`)).status).toBe(401);
  });
});
