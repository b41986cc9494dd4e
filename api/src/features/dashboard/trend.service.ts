import { TREND_DAYS, TREND_WEEKS, type DashboardTrend } from '../../contract/dashboard.ts';
import type { Owner } from '../../db/owner.ts';
import type { trendRepository } from './trend.repository.ts';
import { daysFrom, weeksUpTo } from './weeks.ts';

/** The last weeks and the next days of an owner in a zone; where nothing was, a zero. */
export async function readTrend(
  trend: ReturnType<typeof trendRepository>,
  owner: Owner,
  now: Date,
  timeZone: string,
): Promise<DashboardTrend> {
  const weeks = weeksUpTo(now, timeZone, TREND_WEEKS);
  const days = daysFrom(now, timeZone, TREND_DAYS);
  const end = days.pop();
  if (end === undefined) throw new Error('There is no day');
  const [published, waiting] = await Promise.all([
    trend.weeks(
      owner,
      weeks.map(({ from }) => from),
    ),
    trend.days(
      owner,
      days.map(({ from }) => from),
      end.from,
    ),
  ]);
  return {
    weeks: weeks.map(({ date }, index) => {
      const counts = published.find(({ week }) => week === index + 1);
      return {
        start: date,
        posts: counts?.posts ?? 0,
        aiGenerated: counts?.ai_generated ?? 0,
        engagement: counts?.engagement ?? 0,
      };
    }),
    days: days.map(({ date }, index) => ({
      date,
      scheduled: waiting.find(({ day }) => day === index + 1)?.scheduled ?? 0,
    })),
  };
}
