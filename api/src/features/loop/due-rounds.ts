interface Deps {
  /** What is known to be due. */
  readonly due: { hasPages(): boolean; claimOfPages(): Promise<void> };
  /** Finds out what is due, and claims what has no page. */
  poll(): Promise<void>;
  /** Nothing more may be claimed just now. */
  isOver(): boolean;
  onFailure(error: unknown): void;
}

/** Round after round, never two at a time, as long as there is something due. */
export function dueRounds({ due, poll, isOver, onFailure }: Deps) {
  let current: Promise<void> | null = null;
  let isPollWanted = false;
  let hasFailed = false;

  async function untilNothingIsDue(): Promise<void> {
    while ((isPollWanted || due.hasPages()) && !isOver()) {
      if (isPollWanted) await pollOnce();
      else await due.claimOfPages();
    }
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

  return {
    run,

    /** The next round begins with a poll. */
    wantPoll(): void {
      isPollWanted = true;
    },

    /**
     * Claims and starts what is due; calls that come while it is at it make it poll once more.
     * @returns whether every round got through
     */
    async pollDue(): Promise<boolean> {
      isPollWanted = true;
      hasFailed = false;
      await run();
      return !hasFailed;
    },

    async settled(): Promise<void> {
      await current;
    },
  };
}
