import { useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPages } from '../queries.ts';
import type { PlanAddress } from '../use-plan-address.ts';
import { daysShown, type Day } from './calendar-days.ts';
import { clockChangesIn } from './clock-changes.ts';
import { arrange, factsOf } from './day-facts.ts';
import { postMarks } from './post-marks.ts';
import { usePeriodPosts } from './use-period-posts.ts';

/** Everything a calendar shows of a period, with moves that are under way done already. */
export function usePlan(address: PlanAddress, { today, now, moved }: PlanTime) {
  const { period, day: shownDay } = address;
  const { facebookPageId } = address.filter;
  const timeZone = useTimeZone();
  const spacingMinutes = useSpacingMinutes();
  const { data: pages, isPending: areMarksUnknown } = useQuery(allPages());
  const { query, prefetch } = usePeriodPosts(address);
  const { data, error, isPending, isPlaceholderData, fetchStatus, refetch } = query;

  const markOf = useMemo(() => postMarks(pages ?? []), [pages]);
  const days = useMemo(() => daysShown(period, shownDay), [period, shownDay]);
  const clockChanges = useMemo(() => clockChangesIn(days, timeZone), [days, timeZone]);
  const arranged = useMemo(
    () => arrange(data, { days, today, moved, timeZone, spacingMinutes }),
    [data, days, today, moved, timeZone, spacingMinutes],
  );
  const waits = waitsFor(isPending, isPlaceholderData);
  const facts = useMemo(
    () => factsOf(days, arranged, { period, shownDay, facebookPageId, today, now, markOf, waits }),
    [days, arranged, period, shownDay, facebookPageId, today, now, markOf, waits],
  );

  return {
    facts,
    days,
    onDays: arranged.onDays,
    markOf,
    clockChanges,
    error,
    isLoading: isPending || isPlaceholderData || areMarksUnknown,
    isPaused: fetchStatus === 'paused',
    /** How many posts are here, when that is not all of them. */
    cutAt: data?.isCut === true ? data.posts.length : null,
    refetch: () => void refetch(),
    /** Reads another period before it is asked for. */
    prefetch,
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
