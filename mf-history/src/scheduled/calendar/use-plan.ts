import type { Post } from '@pagecast/api/contract';
import { useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPages, draftPosts } from '../queries.ts';
import type { PlanAddress } from '../use-plan-address.ts';
import { daysShown, type Day } from './calendar-days.ts';
import { clockChangesIn } from './clock-changes.ts';
import { arrange, factsOf } from './day-facts.ts';
import { postMarks } from './post-marks.ts';
import { useFreeSlots } from './use-free-slots.ts';
import { useOthersPosts } from './use-others-posts.ts';
import { usePeriodPosts } from './use-period-posts.ts';

const NO_DRAFTS: readonly Post[] = [];

/** Everything a calendar shows of a period, with moves that are under way done already. */
export function usePlan(address: PlanAddress, { today, now, moved }: PlanTime) {
  const { period, day: shownDay } = address;
  const { facebookPageId } = address.filter;
  const timeZone = useTimeZone();
  const spacingMinutes = useSpacingMinutes();
  const { data: pages, isPending: areMarksUnknown } = useQuery(allPages());
  const { query, prefetch } = usePeriodPosts(address);
  const { data, error, isPending, isPlaceholderData, fetchStatus, refetch } = query;

  const others = useOthersPosts(address);
  const { posts: othersPosts, shown: othersShown } = others;

  const markOf = useMemo(() => postMarks(pages ?? []), [pages]);
  const days = useMemo(() => daysShown(period, shownDay), [period, shownDay]);
  const clockChanges = useMemo(() => clockChangesIn(days, timeZone), [days, timeZone]);
  const arranged = useMemo(
    () => arrange(data, { posts: othersPosts, shown: othersShown }, { days, today, moved, timeZone, spacingMinutes }),
    [data, othersPosts, othersShown, days, today, moved, timeZone, spacingMinutes],
  );
  const free = useFreeSlots(days, { filter: address.filter, today });
  const drafts = useQuery(draftPosts(address.filter));
  // Drawn together: what comes later would push the days apart.
  const isElseLoading = others.isLoading || free.isLoading || drafts.isLoading;
  const waits = waitsFor(isPending || isElseLoading, isPlaceholderData);
  const facts = useMemo(
    () =>
      factsOf(
        days,
        { ...arranged, slots: free.onDays },
        { period, shownDay, facebookPageId, today, now, markOf, waits, pages },
      ),
    [days, arranged, free.onDays, period, shownDay, facebookPageId, today, now, markOf, waits, pages],
  );

  return {
    facts,
    days,
    /** Days on which something is planned. */
    planned: arranged.planned,
    pages,
    free,
    /** Posts without a time, the newest of them. */
    drafts: drafts.data?.posts ?? NO_DRAFTS,
    markOf,
    clockChanges,
    error,
    isLoading: isPending || isPlaceholderData || areMarksUnknown || isElseLoading,
    isPaused: fetchStatus === 'paused',
    /** How many posts are here, when that is not all of them. */
    cutAt: data?.isCut === true ? data.posts.length + (data.further?.ids.length ?? 0) : null,
    refetch: () => void refetch(),
    /** Reads another period before it is asked for. */
    prefetch(day: Day) {
      prefetch(day);
      others.prefetch(day);
      free.prefetch(daysShown(period, day));
    },
  };
}

export type Plan = ReturnType<typeof usePlan>;

interface PlanTime {
  readonly today: Day;
  readonly now: Date;
  /** Where posts are about to stand, by their ids. */
  readonly moved: ReadonlyMap<number, string>;
}

function waitsFor(isPending: boolean, isPlaceholderData: boolean): 'for all' | 'for the rest' | 'no' {
  if (isPending) return 'for all';
  return isPlaceholderData ? 'for the rest' : 'no';
}
