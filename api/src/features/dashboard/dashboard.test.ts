import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dashboardActivity, dashboardStats, TIME_ZONE_HEADER, updateSettings } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { storeManyPosts } from '../../testing/many-posts.ts';
import { analyze, rowsFetched } from '../../testing/database-state.ts';
import { recountedSummaries, storedSummaries } from '../../testing/post-summaries.ts';

const api = setUpApi();
let pageRow: number;

beforeEach(() => emptyTables(api.db, 'users', 'access_entries'));
const { me, caller } = setUpPerson(api);
beforeEach(async () => {
  pageRow = (await buildPage(api.db, me, { name: 'Corner Bakery' })).id;
});

const mine = (facts: object) => buildPost(api.db, me, { facebookPageId: pageRow, ...facts });
const react = (postId: number, likes: number) =>
  api.stored.postEngagement.put({ post_id: postId, likes, comments: 1, shares: 0 }, 'post_id');
const stats = async (zone: string) =>
  (await caller.call(dashboardStats, { headers: { [TIME_ZONE_HEADER]: zone } })).body;

describe('statistics', () => {
  test("add up what is mine, and nobody else's", async () => {
    for (const isAiGenerated of [true, true, false])
      await react(await mine({ status: 'published', isAiGenerated }), 10);
    await mine({ scheduledAt: new Date(Date.now() + 1000) });
    await mine({ status: 'draft' });
    const strangers = [
      await buildUser(api.db),
      await buildUser(api.db, { facebookId: me.facebookId, environment: 'test', access: null }),
    ];
    for (const stranger of strangers) await buildPost(api.db, stranger, { status: 'published', isAiGenerated: true });
    expect(await stats('UTC')).toMatchObject({
      postsThisMonth: 3,
      monthChange: 100,
      scheduledPosts: 1,
      totalEngagement: 33,
      aiGenerated: 2,
    });
  });

  describe('near midnight', () => {
    // Two hours before the month began in Greenwich it had begun in Kuala Lumpur.
    beforeEach(async () => {
      vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z'), toFake: ['Date'] });
      await mine({ status: 'published', publishedAt: new Date('2026-10-31T22:00:00Z') });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('count a post in the month of the viewer', async () => {
      expect(await stats('Asia/Kuala_Lumpur')).toMatchObject({ postsThisMonth: 1, monthChange: 100 });
      expect(await stats('UTC')).toMatchObject({ postsThisMonth: 0, monthChange: 0 });
    });

    test('compare with the same days of last month, and say which', async () => {
      for (const publishedAt of ['2026-10-01T00:00:00Z', '2026-10-15T23:59:59Z', '2026-10-16T00:00:00Z', '2026-11-02'])
        await mine({ status: 'published', publishedAt: new Date(publishedAt) });
      expect(await stats('UTC')).toMatchObject({
        postsThisMonth: 1,
        monthChange: -50,
        lastMonth: { posts: 2, from: '2026-10-01', to: '2026-10-15' },
      });
    });

    test('count in the zone that was chosen, whatever the browser says', async () => {
      await caller.call(updateSettings, { body: { timeZone: 'Asia/Kuala_Lumpur' } });
      expect(await stats('UTC')).toMatchObject({ postsThisMonth: 1 });
      await caller.call(updateSettings, { body: { timeZone: null } });
      expect(await stats('UTC')).toMatchObject({ postsThisMonth: 0 });
    });
  });

  test('an account without a post is all zeroes', async () => {
    expect(await stats('UTC')).toEqual({
      postsThisMonth: 0,
      monthChange: 0,
      scheduledPosts: 0,
      todayScheduled: 0,
      totalEngagement: 0,
      aiGenerated: 0,
      lastMonth: { posts: 0, from: expect.any(String), to: expect.any(String) },
    });
  });
});

test('summaries equal a full count after many changes in any order', async () => {
  let seed = 20_261_121;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const users = [me, await buildUser(api.db)];
  const ids: number[] = [];
  for (let step = 0; step < 250; step += 1) {
    const owner = users[random(2)] ?? me;
    const id = ids[random(ids.length || 1)];
    const publishedAt = new Date(Date.now() - random(200) * 86_400_000);
    switch (id === undefined ? 0 : random(6)) {
      case 0:
      case 1:
        ids.push(
          await buildPost(api.db, owner, {
            ...(random(3) > 0 ? { status: 'published', publishedAt } : { status: 'draft' }),
            isAiGenerated: random(2) === 0,
          }),
        );
        break;
      case 2:
        await api.stored.posts.change(
          { status: 'published', scheduled_at: publishedAt, published_at: publishedAt },
          { id },
        );
        break;
      case 3:
        await api.stored.posts.change(
          { status: 'draft', published_at: null, remote_id: null, is_ai_generated: random(2) === 0 },
          { id },
        );
        break;
      case 4:
        if (id !== undefined && (await api.stored.posts.values('id', { id })).length > 0) await react(id, random(50));
        break;
      default:
        await api.stored.posts.remove({ id });
    }
  }
  const [summaries, recount] = [await storedSummaries(api.db), await recountedSummaries(api.db)];
  expect(recount.length).toBeGreaterThan(5);
  expect(summaries).toEqual(recount);
});

test('deleting a person takes their summaries along', async () => {
  await mine({ status: 'published' });
  await api.stored.users.remove({ id: me.userId });
  expect(await api.stored.postSummaries.values('user_id')).toEqual([]);
});

describe('activity', () => {
  test('tells the newest first, with what went wrong in words', async () => {
    await mine({ status: 'published', content: 'Out an hour ago', publishedAt: new Date(Date.now() - 3_600_000) });
    const failed = await mine({ status: 'failed' });
    await api.stored.posts.change(
      {
        problem: JSON.stringify({ code: 'refused', message: 'Facebook refused this post.', action: null }),
        updated_at: new Date(Date.now() - 60_000),
      },
      { id: failed },
    );
    await mine({ status: 'scheduled', content: 'Comes\ntomorrow' });
    const { body } = await caller.call(dashboardActivity);
    expect(body[1]?.postId).toBe(failed);
    expect(body.map(({ type, title, description, pageName }) => ({ type, title, description, pageName }))).toEqual([
      {
        type: 'scheduled',
        title: 'Scheduled for Corner Bakery',
        description: 'Comes tomorrow',
        pageName: 'Corner Bakery',
      },
      {
        type: 'failed',
        title: 'Not published on Corner Bakery',
        description: 'Facebook refused this post.',
        pageName: 'Corner Bakery',
      },
      {
        type: 'published',
        title: 'Published on Corner Bakery',
        description: 'Out an hour ago',
        pageName: 'Corner Bakery',
      },
    ]);
  });

  test('keeps every failure with its cause, however much is newer', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const failed: number[] = [];
    for (const [status, code] of [
      ['failed', 'refused'],
      ['missed', 'missed'],
      ['failed', 'duplicate'],
    ]) {
      const id = await mine({ status });
      await api.stored.posts.change(
        {
          problem: JSON.stringify({ code, message: `Because: ${code}.`, action: null }),
          updated_at: hoursAgo(30),
        },
        { id },
      );
      failed.push(id);
    }
    for (let n = 0; n < 25; n += 1) await mine({ status: 'published', publishedAt: hoursAgo(n / 10) });
    for (let n = 0; n < 25; n += 1) await mine({});
    const { body } = await caller.call(dashboardActivity);
    expect(body).toHaveLength(23);
    expect(body.filter(({ type }) => type === 'failed').map(({ id, description }) => [id, description])).toEqual([
      [`post-${failed[2]}-failed`, 'Because: duplicate.'],
      [`post-${failed[1]}-missed`, 'Because: missed.'],
      [`post-${failed[0]}-failed`, 'Because: refused.'],
    ]);
  });

  test('says of a post that waits what it waits for', async () => {
    const id = await mine({});
    await api.stored.posts.change(
      {
        is_held: true,
        problem: JSON.stringify({ code: 'reconnect', message: 'Reconnect it.', action: 'reconnect' }),
      },
      { id },
    );
    expect((await caller.call(dashboardActivity)).body).toMatchObject([
      { type: 'scheduled', title: 'On hold: Corner Bakery', description: 'Reconnect it.' },
    ]);
  });

  test('reads a few rows by index, whatever else is planned and published', async () => {
    for (const status of ['scheduled', 'published'] as const) {
      const values = {
        content: "'x'",
        facebook_page_id: ':page',
        ...(status === 'published' ? { published_at: "now() - n * interval '2 seconds'" } : {}),
      };
      await storeManyPosts(
        api.db,
        { status, values, count: 2000, of: 'u.id = :user' },
        {
          user: me.userId,
          page: pageRow,
        },
      );
    }
    await analyze(api.db, 'posts');
    async function touchedByCall(): Promise<number> {
      const before = await touched();
      await caller.call(dashboardActivity);
      await expect.poll(touched).toBeGreaterThan(before);
      return (await touched()) - before;
    }
    // PostgreSQL may count earlier statements only now, but only once: four thousand at every call would be a scan.
    await expect.poll(touchedByCall).toBeLessThan(1000);
  });

  const touched = () => rowsFetched(api.db, 'posts');
});
