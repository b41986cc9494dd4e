import { listProposals, PROPOSALS_PAGE_SIZE, type Proposal } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Where somebody is in the queue: at a post, or at whatever stands at this place when it is read. */
interface Place {
  readonly index: number;
  readonly id: string | null;
}

/** What was decided and is still in the list that was read at that time. */
interface Gone {
  readonly readAt: number;
  readonly hashes: readonly string[];
}

/**
 * Where a person is among all posts that wait. They stay at the post that they read, wherever it moves in the queue.
 * The next one comes up when it leaves.
 */
export function useReviewPlace() {
  const [place, setPlace] = useState<Place>({ index: 0, id: null });
  const [gone, setGone] = useState<Gone>({ readAt: 0, hashes: [] });
  const page = Math.floor(place.index / PROPOSALS_PAGE_SIZE) + 1;
  const { data, error, refetch, dataUpdatedAt } = useQuery(
    apiQuery(listProposals, { query: { state: 'waiting', page } }),
  );

  const before = (page - 1) * PROPOSALS_PAGE_SIZE;
  const decided = gone.readAt === dataUpdatedAt ? gone.hashes : [];
  const waiting = data?.proposals.filter(({ contentHash }) => !decided.includes(contentHash)) ?? [];
  const total = Math.max(0, (data?.pagination.total ?? 0) - decided.length);
  const known = place.id === null ? -1 : waiting.findIndex(({ id }) => id === place.id);
  const index = Math.max(0, Math.min(known === -1 ? place.index : before + known, total - 1));
  const shown = waiting[index - before];
  // While it is being read it is known by its id, and not by where it was.
  if (shown !== undefined && (shown.id !== place.id || index !== place.index)) setPlace({ index, id: shown.id });
  // Fewer wait than there were: the last one is on another page of the list.
  else if (shown === undefined && data !== undefined && index !== place.index) setPlace({ index, id: null });

  return {
    shown,
    index,
    total,
    error: data === undefined ? error : null,
    refetch,
    isRead: data !== undefined,
    goTo: (to: number) => setPlace({ index: to, id: null }),
    /** It waits no longer, whatever the list said when it was read. */
    leave: ({ contentHash }: Proposal) => setGone({ readAt: dataUpdatedAt, hashes: [...decided, contentHash] }),
  };
}
