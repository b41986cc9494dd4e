import { instantOf, useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { plannedBetween } from '../queries.ts';
import { useIsNarrow } from '../use-is-narrow.ts';
import type { PlanAddress } from '../use-plan-address.ts';
import { addDays, daysShown, type Day, type Period } from './calendar-days.ts';
import { ROOM } from './use-room.ts';

/** What a day of a month has room for, and as many more for when those are moved away. */
const WHOLE_PER_DAY = 2 * ROOM.month;

/**
 * The posts of the period that the address names, as the server has them, and a way to read another period before it is
 * asked for.
 */
export function usePeriodPosts({ period, day: shownDay, filter, hidesPublished }: PlanAddress) {
  const timeZone = useTimeZone();
  const spacingMinutes = useSpacingMinutes();
  const client = useQueryClient();
  const isGridOfMonth = !useIsNarrow() && period === 'month';
  // Who looks for a text sees no more than what has it.
  const perDay = isGridOfMonth && filter.text === undefined ? WHOLE_PER_DAY : undefined;
  const postsAround = (day: Day) =>
    plannedBetween({ filter, hidesPublished, perDay }, spanOf(period, day, { timeZone, spacingMinutes }));
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
