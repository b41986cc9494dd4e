import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { linkLimits, plannedCount, plannedPosts, troubledPosts } from './queries.ts';
import { useSlow } from './use-slow.ts';
import type { PlanAddress } from './use-plan-address.ts';

/** The lists of the screen, as its address asks for them. */
export function useWaitingPosts(
  { view, filter, pageNumber, shownId: askedFor }: PlanAddress,
  attentionPage: number | null,
) {
  // A row has a place to be brought to; a calendar shows the day that it is asked for.
  const shownId = view === 'table' ? askedFor : null;
  const table = useQuery({
    ...plannedPosts(filter, shownId === null ? { page: pageNumber } : { post: shownId }),
    enabled: view === 'table',
  });
  const count = useQuery({ ...plannedCount(), enabled: view === 'calendar' });
  const attention = useQuery(
    troubledPosts(
      filter,
      shownId !== null && attentionPage === null ? { post: shownId } : { page: attentionPage ?? 1 },
    ),
  );
  const links = useQuery(linkLimits());
  const [isBeginning, setIsBeginning] = useState(true);
  if (isBeginning && !attention.isPending && !links.isLoading) setIsBeginning(false);
  const isSlow = useSlow(isBeginning && attention.fetchStatus !== 'paused');

  const inSight = [...(attention.data?.posts ?? []), ...(table.data?.posts ?? [])];
  return {
    table,
    attention,
    links,
    /** Of both lists, what is here. */
    inSight,
    shownId,
    isShown: inSight.some(({ id }) => id === shownId),
    /** How many are planned. */
    all: (view === 'table' ? table : count).data?.pagination.all,
    /** It is not known yet what stands above everything else, and no place was kept for it. */
    isBeginning: isBeginning && !isSlow,
    /** It took so long to know that its place was kept. */
    isSlow,
    isSettled: !attention.isPending && (view === 'calendar' || !table.isPending),
  };
}
