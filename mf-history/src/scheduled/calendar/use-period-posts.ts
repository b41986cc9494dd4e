import { instantOf, useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { plannedBetween } from '../queries.ts';
import type { PlanAddress } from '../use-plan-address.ts';
import { addDays, daysShown, type Day, type Period } from './calendar-days.ts';

/**
 * The posts of the period that the address names, as the server has them, and a way to read another period before it is
 * asked for.
 */
export function usePeriodPosts({ period, day: shownDay, filter, hidesPublished }: PlanAddress) {
  const timeZone = useTimeZone();
  const spacingMinutes = useSpacingMinutes();
  const client = useQueryClient();
  const postsAround = (day: Day) =>
    plannedBetween({ filter, hidesPublished }, spanOf(period, day, { timeZone, spacingMinutes }));
  return {
    query: useQuery(postsAround(shownDay)),
    prefetch: (day: Day) => void client.prefetchQuery(postsAround(day)),
  };
}

/** What to ask for: the days shown and some room on both sides, where a post may stand too close to one of them. */
export function spanOf(
  period: Period,
  day: Day,
  { timeZone, spacingMinutes }: { timeZone: string; spacingMinutes: number },
): { from: string; to: string } {
  const days = daysShown(period, day);
  const midnight = (of: Day, minutes: number) =>
    new Date((instantOf(of, '00:00', timeZone)?.at.getTime() ?? 0) + minutes * 60_000).toISOString();
  return {
    from: midnight(days[0] ?? day, -spacingMinutes),
    to: midnight(addDays(days.at(-1) ?? day, 1), spacingMinutes),
  };
}
