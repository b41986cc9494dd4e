import type { Logger } from 'pino';
import { isDatabaseAway, isDeadlock } from '../../db/database-errors.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import * as problems from '../publishing/problems.ts';
import * as rules from '../publishing/rules.ts';

/** The first may have been a moment's bad luck; after the second the owner is told. */
const NOTIFIED_AFTER = 2;

interface Deps {
  readonly claims: ClaimsRepository;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** The database was away in the middle: what it was asked last may have been done. */
  onDatabaseAway(): void;
}

/** Meets what nobody has thought of: an exception that left the way of a post. */
export function crashes({ claims, metrics, log, onDatabaseAway }: Deps) {
  /** Once it was asked for, the visible call may have worked: the attempt stays open, and is looked at again. */
  async function keepPolling(claim: Claim, isKnown: boolean): Promise<void> {
    await claims.postpone(claim, {
      seconds: rules.backoffSeconds(claim.attempt.tries),
      state: claim.attempt.state === 'processing' ? 'processing' : 'unclear',
      problem: isKnown ? problems.CRASHED_POLLING : problems.confirming(claim.target),
    });
  }

  return {
    /** Leaves the post where it will be taken up again, or with its reason. Never throws. */
    async meet(claim: Claim, error: unknown): Promise<void> {
      // Of two that waited for each other the database ended this one: nothing is wrong with its post.
      if (isDatabaseAway(error) || isDeadlock(error)) {
        log.warn({ err: error, postId: claim.postId }, 'publish.database-away');
        onDatabaseAway();
        return;
      }
      metrics.publishCrashes.inc({ target: claim.target });
      log.error({ err: error, postId: claim.postId }, 'publish.crashed');
      try {
        const noted = await claims.noteCrash(claim);
        if (noted === null) return;
        const isKnown = noted.crashes >= NOTIFIED_AFTER;
        if (noted.isSent) await keepPolling(claim, isKnown);
        else if (isKnown) await claims.settleUnpublished(claim, { status: 'failed', problem: problems.CRASHED });
        else
          await claims.postpone(claim, {
            seconds: rules.backoffSeconds(claim.attempt.tries),
            state: 'started',
            problem: null,
          });
      } catch (failure) {
        // Its lease runs out, and the next claim goes on from the attempt row.
        log.error({ err: failure, postId: claim.postId }, 'publish.crash-not-noted');
        if (isDatabaseAway(failure)) onDatabaseAway();
      }
    },
  };
}
