import { dashboardTrend, TREND_DAYS, TREND_WEEKS } from '@pagecast/api/contract';
import { answer } from '@pagecast/shell/kit/testing';

const DAY_MS = 86_400_000;
const LAST_MONDAY = Date.UTC(2026, 10, 16);
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** For tests: the last weeks ended with these, the ones before had nothing; the next days hold one post each. */
export function trendOf(newest: readonly { posts: number; engagement: number }[]) {
  return answer(dashboardTrend, {
    weeks: Array.from({ length: TREND_WEEKS }, (_, index) => {
      const given = newest[index - (TREND_WEEKS - newest.length)];
      return {
        start: dateOf(LAST_MONDAY - (TREND_WEEKS - 1 - index) * 7 * DAY_MS),
        posts: given?.posts ?? 0,
        aiGenerated: 0,
        engagement: given?.engagement ?? 0,
      };
    }),
    days: Array.from({ length: TREND_DAYS }, (_, index) => ({
      date: dateOf(LAST_MONDAY + (5 + index) * DAY_MS),
      scheduled: 1,
    })),
  });
}
