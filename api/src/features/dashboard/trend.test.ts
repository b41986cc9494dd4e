import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import { dashboardTrend, TIME_ZONE_HEADER, TREND_DAYS, TREND_WEEKS } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { daysFrom, weeksUpTo } from './weeks.ts';

const api = setUpApi();
let pageRow: PageId;

beforeEach(() => emptyTables(api.db, 'users', 'access_entries'));
const { me } = setUpPerson(api);
// Its days are those of the calls, though another one begins meanwhile.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  pageRow = (await buildPage(api.db, me)).id;
});

const ZONE = 'Asia/Kuala_Lumpur';
const MINUTE_MS = 60_000;
const mine = (facts: object) => buildPost(api.db, me, { facebookPageId: pageRow, ...facts });
const published = (publishedAt: Date, facts: object = {}) => mine({ status: 'published', publishedAt, ...facts });
const trend = async (zone = ZONE) =>
  (await api.as(me).call(dashboardTrend, { headers: { [TIME_ZONE_HEADER]: zone } })).body;
const weekStart = (index: number) => weeksUpTo(new Date(), ZONE, TREND_WEEKS)[index]?.from.getTime() ?? 0;

test('an account without a post has eight weeks and seven days of nothing', async () => {
  const { weeks, days } = await trend();
  expect(weeks.map(({ start }) => start)).toEqual(weeksUpTo(new Date(), ZONE, TREND_WEEKS).map(({ date }) => date));
  expect(days.map(({ date }) => date)).toEqual(
    daysFrom(new Date(), ZONE, TREND_DAYS)
      .slice(0, TREND_DAYS)
      .map(({ date }) => date),
  );
  expect(weeks.every(({ posts, aiGenerated, engagement }) => posts + aiGenerated + engagement === 0)).toBe(true);
  expect(days.every(({ scheduled }) => scheduled === 0)).toBe(true);
});

test('a post counts in the week of the viewer in which it went out, with the reactions it has now', async () => {
  const first = await published(new Date(weekStart(3)), { isAiGenerated: true });
  await published(new Date(weekStart(3) - MINUTE_MS));
  await published(new Date(weekStart(0) - MINUTE_MS));
  await api.stored.postEngagement.add({ post_id: first, likes: 5, comments: 2, shares: 1 });
  const stranger = await buildUser(api.db);
  await buildPost(api.db, stranger, { status: 'published', publishedAt: new Date(weekStart(3)) });
  const { weeks } = await trend();
  expect(weeks.map(({ posts, aiGenerated, engagement }) => [posts, aiGenerated, engagement])).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 8],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

test('what waits is counted on its day, a week ahead', async () => {
  const days = daysFrom(new Date(), ZONE, TREND_DAYS).map(({ from }) => from.getTime());
  const at = (day: number, minutes: number) => new Date((days[day] ?? 0) + minutes * MINUTE_MS);
  await mine({ scheduledAt: at(1, 0) });
  await mine({ scheduledAt: at(1, 60) });
  await mine({ scheduledAt: at(7, -1) });
  await mine({ scheduledAt: at(7, 0) });
  await mine({ status: 'missed', scheduledAt: at(1, 5) });
  expect((await trend()).days.map(({ scheduled }) => scheduled)).toEqual([0, 2, 0, 0, 0, 0, 1]);
});
