import { SPACING_MINUTES, type CalendarPost } from '@pagecast/api/contract';
import { instantOf, localOf, useTimeZone } from '@pagecast/shell/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPages, plannedBetween } from '../queries.ts';
import type { PlanAddress } from '../use-plan-address.ts';
import { addDays, daysShown, monthOf, type Day, type Period } from './calendar-days.ts';
import { clockChangesIn } from './clock-changes.ts';
import type { DayFacts } from './day-cell.tsx';
import { postMarks } from './post-marks.ts';
import type { TileFacts } from './post-tile.tsx';
import { byDay, collisionsOf, gapsOf, publishedByDay, withMoves } from './plan.ts';

const NO_POSTS: readonly CalendarPost[] = [];

/** Everything a calendar shows of a period, with moves that are under way done already. */
export function usePlan(
  { period, day: shownDay, filter, hidesPublished }: PlanAddress,
  { today, now, moved }: { today: Day; now: Date; moved: ReadonlyMap<number, string> },
) {
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const pages = useQuery(allPages()).data;
  const { data, error, isPending, isPlaceholderData, fetchStatus, refetch } = useQuery(
    plannedBetween({ filter, hidesPublished }, spanOf(period, shownDay, timeZone)),
  );

  const markOf = useMemo(() => postMarks(pages ?? []), [pages]);
  const days = useMemo(() => daysShown(period, shownDay), [period, shownDay]);
  const clockChanges = useMemo(() => clockChangesIn(days, timeZone), [days, timeZone]);
  const { onDays, shown, collisions, gaps } = useMemo(() => {
    const posts = withMoves(data?.posts ?? NO_POSTS, moved);
    const onDays = byDay(posts, timeZone);
    const last = data?.lastScheduledAt ?? null;
    return {
      onDays,
      shown: posts.every(({ matches }) => matches)
        ? onDays
        : byDay(
            posts.filter(({ matches }) => matches),
            timeZone,
          ),
      // Of what is hidden, too: what stands close to a post matters whatever it says.
      collisions: collisionsOf(posts),
      gaps: gapsOf(days, onDays, { today, last: last === null ? null : localOf(last, timeZone).date }),
    };
  }, [data, moved, timeZone, days, today]);

  const outOnDays = useMemo(() => publishedByDay(data?.published ?? [], timeZone), [data, timeZone]);
  const facts = useMemo(() => {
    const tileOf = (post: CalendarPost): TileFacts => ({
      post,
      mark: markOf(post),
      collision: collisions.get(post.id),
      now,
    });
    return days.map((day): DayFacts => ({
      day,
      isToday: day === today,
      isPast: day < today,
      isWeekOver: (daysShown('week', day).at(-1) ?? day) < today,
      isOutside: period === 'month' && monthOf(day) !== monthOf(shownDay),
      planAt: `/content-generator?date=${day}${filter.facebookPageId === undefined ? '' : `&pageId=${filter.facebookPageId}`}`,
      isGap: !isPending && !isPlaceholderData && gaps.has(day),
      isLoading: day >= today && (isPending || (isPlaceholderData && !onDays.has(day))),
      tiles: (shown.get(day) ?? []).map(tileOf),
      published: (outOnDays.get(day) ?? []).map((post) => ({ post, mark: markOf(post) })),
    }));
  }, [
    days,
    shown,
    onDays,
    outOnDays,
    collisions,
    gaps,
    markOf,
    now,
    today,
    period,
    shownDay,
    filter.facebookPageId,
    isPending,
    isPlaceholderData,
  ]);

  return {
    facts,
    days,
    onDays,
    markOf,
    clockChanges,
    error,
    isLoading: isPending || isPlaceholderData,
    isPaused: fetchStatus === 'paused',
    /** How many posts are here, when that is not all of them. */
    cutAt: data?.isCut === true ? data.posts.length : null,
    refetch: () => void refetch(),
    /** Reads another period before it is asked for. */
    prefetch: (day: Day) =>
      void client.prefetchQuery(plannedBetween({ filter, hidesPublished }, spanOf(period, day, timeZone))),
  };
}

/** What to ask for: the days shown and some room on both sides, where a post may stand too close to one of them. */
function spanOf(period: Period, day: Day, timeZone: string): { from: string; to: string } {
  const days = daysShown(period, day);
  const midnight = (of: Day, minutes: number) =>
    new Date((instantOf(of, '00:00', timeZone)?.at.getTime() ?? 0) + minutes * 60_000).toISOString();
  return {
    from: midnight(days[0] ?? day, -SPACING_MINUTES),
    to: midnight(addDays(days.at(-1) ?? day, 1), SPACING_MINUTES),
  };
}
