import type { Logger } from 'pino';
import type { PostId } from '../../contract/ids.ts';
import { isDatabaseAway } from '../../db/database-errors.ts';
import type { Holds } from '../../jobs/holds.ts';
import type { SchemaWatch } from '../../db/schema-watch.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import type { Subscription } from '../../db/listener.ts';
import { WORKER_CONNECTION } from '../publishing/claims.sql.ts';
import { crashes } from './crash.ts';
import { inFlightPosts } from './in-flight.ts';
import { wakeUp } from './wake-up.ts';
import { dueClaims } from './due-claims.ts';
import { dueRounds } from './due-rounds.ts';
import { tracedPublishing } from './traced-publishing.ts';
import { lostAnswers } from './lost-answers.ts';
import type { Pacing } from './pace.ts';

/** What this process does just now, told by whoever starts and stops it. */
export interface Phase {
  /** It claims by itself. */
  isLooping: boolean;
  /** It is about to end, and claims nothing more. */
  isStopping: boolean;
  /** It waits for nobody else's work any more. */
  isLeaving: boolean;
}

interface Deps {
  readonly databaseUrl: string;
  readonly schema: SchemaWatch;
  readonly holds: Holds;
  readonly claims: ClaimsRepository;
  readonly workerId: string;
  readonly phase: Readonly<Phase>;
  readonly metrics: Metrics;
  readonly pace: Pick<Pacing, 'limit'>;
  readonly log: Logger;
  readonly channels: Readonly<Record<string, Subscription>>;
  publishClaimed(claim: Claim, claimedAt: number): Promise<void>;
  /** Posts have moved, which their owners' screens may be told. */
  moved(): void;
}

/** Read so lately, what may keep this process from its work need not be read again when a post falls due. */
const FRESH_MS = 500;

/** Claims what is due and brings it out, as long as there is room for it. */
export function createRounds(deps: Deps) {
  const { databaseUrl, claims, workerId, phase, metrics, pace, log, publishClaimed, moved } = deps;
  const { noteDatabaseAway, disownLost, claimPost } = lostAnswers({ claims });
  const crash = crashes({ claims, metrics, log, onDatabaseAway: noteDatabaseAway });
  const traced = tracedPublishing({ claims, publishClaimed });
  const inFlight = inFlightPosts({ metrics, publishClaimed: traced, onCrash: crash.meet, onEnd: goOn });
  const wake = wakeUp({
    databaseUrl,
    name: `${WORKER_CONNECTION}${workerId}`,
    untilNext: () => claims.untilNext(),
    prepare: () => mayClaim(deps, FRESH_MS),
    wake: (pages) => void rounds.claimThenPoll(pages),
    channels: deps.channels,
    log,
  });
  /** A worker that nobody could tell from a dead one claims without a name, and its lease ends by time alone. */
  const worker = () => (wake.isConnected() ? workerId : null);
  /** None, where there are more on their way than there is room for by now. */
  const room = () => Math.max(0, pace.limit() - inFlight.count());
  const due = dueClaims({ claims, worker, room, start });

  const rounds = dueRounds({
    due,
    mayClaim: () => mayClaim(deps),
    isOver: () => room() <= 0 || phase.isStopping,
    async poll() {
      await disownLost(inFlight.postIds());
      if (await claims.beginAsked()) moved();
      await due.claimWaiting();
      // Without a loop nothing is claimed that nobody asks for.
      if (phase.isLooping) await wake.arm();
    },
    onFailure(error) {
      if (isDatabaseAway(error)) noteDatabaseAway();
      log.error({ err: error }, 'publish.round-failed');
    },
  });

  function start(claimed: readonly Claim[], claimedAt: number): void {
    if (claimed.length > 0) moved();
    for (const claim of claimed) void inFlight.bringOut(claim, claimedAt);
  }

  /** The page's next post may be waiting; what has no page is counted by none. */
  function goOn({ facebookPageId }: Claim): void {
    moved();
    if (!phase.isLooping) return;
    if (facebookPageId === null) rounds.wantPoll();
    else due.addPage(facebookPageId);
    void rounds.run();
  }

  return {
    wake,
    pollDue: rounds.pollDue,

    /**
     * Claims this post, if it is due and its page is free, and brings it out.
     * @returns false when it could not be claimed
     */
    async bringOutNow(postId: PostId): Promise<boolean> {
      const claimedAt = performance.now();
      const claim = !phase.isStopping && (await mayClaim(deps)) ? await claimPost(postId, worker()) : null;
      if (claim === null) return false;
      await inFlight.bringOut(claim, claimedAt);
      return true;
    },

    async settled(): Promise<void> {
      await rounds.settled();
      await inFlight.settled();
    },
  };
}

/**
 * On the database of a release that does not go with ours nothing is claimed, so that another takes it.
 * @param maxAgeMs of what was read before
 */
async function mayClaim({ schema, holds }: Pick<Deps, 'schema' | 'holds'>, maxAgeMs?: number): Promise<boolean> {
  const [unfit, held] = await Promise.all([schema.whyUnfit(maxAgeMs), holds.find(maxAgeMs)]);
  return unfit === null && held.length === 0;
}
export type Rounds = ReturnType<typeof createRounds>;
