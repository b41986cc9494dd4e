import type { Logger } from 'pino';
import type { PageId, PostId } from '../../contract/ids.ts';
import { isDatabaseAway } from '../../db/database-errors.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Claim, ClaimsRepository } from '../publishing/claims.repository.ts';
import { WORKER_CONNECTION } from '../publishing/claims.sql.ts';
import { crashes } from './crash.ts';
import { inFlightPosts } from './in-flight.ts';
import { wakeUp } from './wake-up.ts';

/** Posts that one process has on their way at a time. */
const AT_ONCE = 48;
/** Pages that one poll finds; the next poll finds the rest. */
const PAGES_PER_POLL = 2000;
/** A database that was frozen does at its thaw what was asked of it before: nobody hears of that any more. */
const DOUBTFUL_MS = 15_000;

/** What this process does just now, told by whoever starts and stops it. */
export interface Phase {
  /** It claims by itself. */
  isLooping: boolean;
  /** It is about to end, and claims nothing more. */
  isStopping: boolean;
}

interface Deps {
  readonly databaseUrl: string;
  readonly claims: ClaimsRepository;
  readonly workerId: string;
  readonly phase: Readonly<Phase>;
  readonly metrics: Metrics;
  readonly log: Logger;
  publishClaimed(claim: Claim, claimedAt: number): Promise<void>;
  /** Posts have moved, which their owners' screens may be told. */
  moved(): void;
}

/** Claims what is due, round after round, as long as there is something due and room for it. */
export function rounds({ databaseUrl, claims, workerId, phase, metrics, log, publishClaimed, moved }: Deps) {
  const crash = crashes({ claims, metrics, log, onDatabaseAway: noteDatabaseAway });
  const inFlight = inFlightPosts({ metrics, publishClaimed, onCrash: crash.meet, onEnd: goOn });
  const wake = wakeUp({
    databaseUrl,
    name: `${WORKER_CONNECTION}${workerId}`,
    wake: () => void pollDue(),
    untilNext: () => claims.untilNext(),
    log,
  });
  /** Claims for one post whose answer has not come yet. */
  let claiming = 0;
  /** Until this reading of `performance.now()` answers of the database may have been lost. */
  let doubtfulUntil = -Infinity;
  /** Pages that may have something due, in the order of their turns. A page whose post has ended queues up again at the end. */
  const queue = new Set<PageId>();
  let current: Promise<void> | null = null;
  let isPollWanted = false;
  let hasFailed = false;
  /** A worker that nobody could tell from a dead one claims without a name, and its lease ends by time alone. */
  const worker = () => (wake.isConnected() ? workerId : null);
  const room = () => AT_ONCE - inFlight.count();

  function noteDatabaseAway(): void {
    doubtfulUntil = performance.now() + DOUBTFUL_MS;
  }

  /** Claims and starts what is due; calls that come while it is at it make it poll once more. @returns whether every round got through */
  async function pollDue(): Promise<boolean> {
    isPollWanted = true;
    hasFailed = false;
    await round();
    return !hasFailed;
  }

  function round(): Promise<void> {
    current ??= (async () => {
      while ((isPollWanted || queue.size > 0) && room() > 0 && !phase.isStopping) {
        if (isPollWanted) await poll();
        else await claimOfQueue();
      }
    })()
      .catch((error: unknown) => {
        hasFailed = true;
        if (isDatabaseAway(error)) noteDatabaseAway();
        log.error({ err: error }, 'publish.round-failed');
      })
      .finally(() => {
        current = null;
      });
    return current;
  }

  /** What the dead have left goes first; then every page with something due gets into the queue. */
  async function poll(): Promise<void> {
    isPollWanted = false;
    if (claiming === 0 && performance.now() < doubtfulUntil) await claims.disown(workerId, inFlight.postIds());
    if (await claims.beginAsked()) moved();
    const claimedAt = performance.now();
    start(await claims.claimOrphaned(room(), worker()), claimedAt);
    const withoutPageAt = performance.now();
    if (room() > 0) start(await claims.claimWithoutPage(room(), worker()), withoutPageAt);
    for (const page of await claims.duePages(PAGES_PER_POLL)) queue.add(page);
    await wake.arm();
  }

  async function claimOfQueue(): Promise<void> {
    const pages = [...queue].slice(0, room());
    for (const page of pages) queue.delete(page);
    const claimedAt = performance.now();
    start(await claims.claimNextOfPages(pages, worker()), claimedAt);
  }

  function start(claimed: readonly Claim[], claimedAt: number): void {
    if (claimed.length > 0) moved();
    for (const claim of claimed) void inFlight.bringOut(claim, claimedAt);
  }

  /** The page's next post may be waiting; what has no page is counted by none. */
  function goOn({ facebookPageId }: Claim): void {
    moved();
    if (!phase.isLooping) return;
    if (facebookPageId === null) isPollWanted = true;
    else queue.add(facebookPageId);
    void round();
  }

  async function claimPost(postId: PostId): Promise<Claim | null> {
    claiming += 1;
    try {
      return await claims.claimPost(postId, worker());
    } catch (error) {
      if (isDatabaseAway(error)) noteDatabaseAway();
      throw error;
    } finally {
      claiming -= 1;
    }
  }

  return {
    wake,
    pollDue,

    /** Claims this post, if it is due and its page is free, and brings it out. @returns false when it could not be claimed */
    async bringOutNow(postId: PostId): Promise<boolean> {
      const claimedAt = performance.now();
      const claim = phase.isStopping ? null : await claimPost(postId);
      if (claim === null) return false;
      await inFlight.bringOut(claim, claimedAt);
      return true;
    },

    async settled(): Promise<void> {
      await current;
      await inFlight.settled();
    },
  };
}
export type Rounds = ReturnType<typeof rounds>;
