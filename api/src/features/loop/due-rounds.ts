import type { PageId } from '../../contract/ids.ts';

interface Deps {
  /** What is known to be due. */
  readonly due: { hasPages(): boolean; addPage(page: PageId): void; claimOfPages(): Promise<void> };
  /** Whether this process may work at all just now. */
  mayClaim(): Promise<boolean>;
  /** Finds out what is due, and claims what has no page. */
  poll(): Promise<void>;
  /** There is no room for more. */
  isOver(): boolean;
  onFailure(error: unknown): void;
}

/** Round after round, never two at a time, as long as there is something due. */
export function dueRounds({ due, mayClaim, poll, isOver, onFailure }: Deps) {
  let current: Promise<void> | null = null;
  let isPollWanted = false;
  /** The poll comes after what is known to be due. */
  let isClaimFirst = false;
  let hasFailed = false;

  async function untilNothingIsDue(): Promise<void> {
    while ((isPollWanted || due.hasPages()) && !isOver() && (await mayClaim())) {
      if (isPollWanted && !isClaimFirst) await pollOnce();
      else await claimOnce();
    }
  }

  function claimOnce(): Promise<void> {
    isClaimFirst = false;
    return due.claimOfPages();
  }

  /** Whoever wants one from now on gets another. */
  function pollOnce(): Promise<void> {
    isPollWanted = false;
    return poll();
  }

  /** Rounds from now on; those that are on already take up what has become due meanwhile. */
  function run(): Promise<void> {
    current ??= untilNothingIsDue()
      .catch((error: unknown) => {
        hasFailed = true;
        onFailure(error);
      })
      .finally(() => {
        current = null;
      });
    return current;
  }

  async function pollDue(): Promise<boolean> {
    isPollWanted = true;
    hasFailed = false;
    await run();
    return !hasFailed;
  }

  return {
    run,

    /**
     * Claims and starts what is due; calls that come while it is at it make it poll once more.
     * @returns whether every round got through
     */
    pollDue,

    /** The same, and pages of which something has just fallen due do not wait for the poll. */
    claimThenPoll(pages: readonly PageId[]): Promise<boolean> {
      for (const page of pages) due.addPage(page);
      isClaimFirst ||= pages.length > 0;
      return pollDue();
    },

    /** The next round begins with a poll. */
    wantPoll(): void {
      isPollWanted = true;
    },

    async settled(): Promise<void> {
      await current;
    },
  };
}
