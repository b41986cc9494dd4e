import type { QueuedPost } from '@pagecast/api/contract';
import { useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { othersBetween, withText } from '../queries.ts';
import type { PlanAddress } from '../use-plan-address.ts';
import type { Day } from './calendar-days.ts';
import { spanOf } from './use-period-posts.ts';

const NOBODY: readonly QueuedPost[] = [];

/**
 * What others have planned on the same pages in the period that the address names. Whoever cannot be asked about them
 * has a calendar of their own posts.
 */
export function useOthersPosts({ period, day: shownDay, filter }: PlanAddress) {
  const timeZone = useTimeZone();
  const spacingMinutes = useSpacingMinutes();
  const client = useQueryClient();
  const around = (day: Day) => othersBetween(filter, spanOf(period, day, { timeZone, spacingMinutes }));
  const { data, isLoading } = useQuery(around(shownDay));
  const posts = data?.posts ?? NOBODY;
  const { text } = filter;
  return {
    /** All of them: what stands close to a post matters whatever it says. */
    posts,
    shown: useMemo(() => (text === undefined ? posts : withText(posts, { text })), [posts, text]),
    isLoading,
    prefetch: (day: Day) => void client.prefetchQuery(around(day)),
  };
}
