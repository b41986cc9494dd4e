import type { Logger } from 'pino';
import { isFailure, isUnclear, type Failure } from '../../networks/failure.ts';
import type { Ready } from '../../networks/network.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import * as rules from '../publishing/rules.ts';
import type { Endings } from './endings.ts';
import type { Refusals } from './refusals.ts';
import * as problems from '../publishing/problems.ts';

interface Deps {
  readonly claims: ClaimsRepository;
  readonly log: Logger;
  readonly endings: Endings;
  readonly refusals: Refusals;
  cooldownOf(claim: Claim): Promise<number | null>;
  /** This process is about to end: a long upload stops where it is, and another worker goes on with it. */
  isStopping(): boolean;
}

/** A reading of `performance.now()` from before the lease was last made whole. */
export interface HeldLease {
  heldSince: number;
}

export function preparing({
  claims,
  log,
  endings: { tryAgainLater, waitForCooldown },
  refusals: { refuse },
  cooldownOf,
  isStopping,
}: Deps) {
  /** The invisible work, from where an earlier worker got to. */
  return async function prepare(claim: Claim, ready: Ready, lease: HeldLease) {
    let { checkpoint } = claim.attempt;
    let cooldown: number | null = null;
    if (claim.attempt.remoteId !== null) return { id: claim.attempt.remoteId, checkpoint };
    try {
      const id = await ready.target.prepare(ready.post, checkpoint, async (taking, soFar) => {
        const since = performance.now();
        if (!(await claims.saveCheckpoint(claim, taking, soFar === undefined ? null : problems.uploading(soFar))))
          return false;
        checkpoint = taking;
        lease.heldSince = since;
        cooldown = await cooldownOf(claim);
        return cooldown === null && !isStopping();
      });
      if (id !== 'lost') return { id, checkpoint };
      if (cooldown !== null) await waitForCooldown(claim, null, cooldown);
      return 'given up';
    } catch (error) {
      if (!isFailure(error)) throw error;
      log.info({ postId: claim.postId, attemptId: claim.attempt.id, err: error }, 'publish.not-prepared');
      // Nothing is visible yet, so a lost answer costs nothing but an orphan that nobody sees.
      if (isUnclear(error) && !isStrangeForGood(claim, error))
        await tryAgainLater(claim, error, problems.retrying(claim.target));
      else await refuse(claim, ready, error);
      return 'given up';
    }
  };
}

/** An error that nobody knows may pass; one that comes three times is meant. */
function isStrangeForGood({ attempt }: Claim, error: Failure): boolean {
  return error.kind === 'unknown' && attempt.tries >= rules.TRIES - 1;
}
