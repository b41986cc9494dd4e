import type { PageId } from '../../contract/ids.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';

/** Pages that one poll finds; the next poll finds the rest. */
const PAGES_PER_POLL = 2000;

interface Deps {
  readonly claims: ClaimsRepository;
  /** The name in which this process claims; null for none. */
  worker(): string | null;
  /** Posts for which there is room just now. */
  room(): number;
  /** @param claimedAt a reading of `performance.now()` from before the claim */
  start(claimed: readonly Claim[], claimedAt: number): void;
}

/** Claims what is due: what belongs to no page and what the dead have left, then pages by turns. */
export function dueClaims({ claims, worker, room, start }: Deps) {
  /**
   * Pages that may have something due, in the order of their turns. A page whose post has ended queues up again at the
   * end.
   */
  const queue = new Set<PageId>();

  return {
    hasPages: () => queue.size > 0,
    addPage: (page: PageId) => queue.add(page),

    /** What the dead have left goes first; then every page with something due gets into the queue. */
    async claimWaiting(): Promise<void> {
      const claimedAt = performance.now();
      start(await claims.claimOrphaned(room(), worker()), claimedAt);
      const withoutPageAt = performance.now();
      if (room() > 0) start(await claims.claimWithoutPage(room(), worker()), withoutPageAt);
      for (const page of await claims.duePages(PAGES_PER_POLL)) queue.add(page);
    },

    async claimOfPages(): Promise<void> {
      const pages = [...queue].slice(0, room());
      for (const page of pages) queue.delete(page);
      const claimedAt = performance.now();
      start(await claims.claimNextOfPages(pages, worker()), claimedAt);
    },
  };
}
