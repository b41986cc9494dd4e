import type { Logger } from 'pino';
import type { Metrics } from '../../http/metrics.ts';
import type { Failure } from '../../networks/failure.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository, Unpublished } from '../publishing/claims.repository.ts';
import * as rules from '../publishing/rules.ts';
import type { Problem } from '../../problems/problem.ts';
import * as problems from '../publishing/problems.ts';
import { wasSent } from './claimed-post.ts';

interface Deps {
  readonly claims: ClaimsRepository;
  readonly metrics: Metrics;
  readonly log: Logger;
  notifyAdministrators(problem: Problem): Promise<void>;
}

/** How a worker lets go of a claimed post that is not out: for good, or until the next claim. */
export function endings({ claims, metrics, log, notifyAdministrators }: Deps) {
  return { end, setAside, postponeUnclear, tryAgainLater, waitForCooldown };

  async function end(claim: Claim, to: Unpublished): Promise<void> {
    if (to.status !== 'scheduled') metrics.outcomes.inc({ target: claim.target, outcome: to.status });
    log.info(
      { postId: claim.postId, status: to.status, problem: to.problem.code, err: to.error ?? undefined },
      'publish.not-out',
    );
    await claims.settleUnpublished(claim, to);
  }

  /** Whatever it is about this post, it has ended three processes: others go on, and people look at it. */
  async function setAside(claim: Claim, mayBeOut: boolean): Promise<void> {
    metrics.outcomes.inc({ target: claim.target, outcome: 'set-aside' });
    log.error({ postId: claim.postId, attemptId: claim.attempt.id, deaths: claim.deaths }, 'publish.set-aside');
    await end(claim, {
      status: 'failed',
      problem: mayBeOut ? problems.SET_ASIDE_IN_DOUBT : problems.SET_ASIDE,
      mayBeOut,
    });
    await notifyAdministrators(problems.setAsideForAdministrators(claim.postId));
  }

  async function postponeUnclear(
    claim: Claim,
    problem: Problem,
    error: Failure | null,
    cleanAbsences = claim.attempt.cleanAbsences,
    saidDuplicate = false,
  ): Promise<void> {
    const state = claim.attempt.state === 'processing' ? 'processing' : 'unclear';
    await claims.postpone(claim, {
      seconds: rules.refusedPollSeconds(claim.attempt.tries),
      state,
      problem,
      error,
      cleanAbsences,
      saidDuplicate,
    });
  }

  async function tryAgainLater(claim: Claim, error: Failure, problem: Problem): Promise<void> {
    if (rules.isTooLate(claim))
      return end(claim, { status: 'failed', problem: problems.unreachable(claim.target), error });
    await claims.postpone(claim, {
      seconds: rules.backoffSeconds(claim.attempt.tries),
      state: 'started',
      problem,
      error,
      cleanAbsences: 0,
    });
  }

  /**
   * No call is made before the cooldown is over, not even a poll. What is planned keeps what was prepared; what was
   * asked for right now does not go out by surprise later.
   */
  async function waitForCooldown(claim: Claim, remoteId: string | null, seconds: number): Promise<void> {
    const wait = { seconds: Math.ceil(seconds) + 1, remoteId };
    if (wasSent(claim))
      await claims.postpone(claim, { ...wait, state: 'unclear', problem: problems.confirming(claim.target) });
    else if (claim.publishNow) {
      if (remoteId !== null) await claims.leaveBehind(claim, remoteId);
      await end(claim, { status: 'scheduled', problem: problems.coolingDown(claim.target) });
    } else await claims.postpone(claim, { ...wait, state: 'started', problem: problems.coolingDown(claim.target) });
  }
}
export type Endings = ReturnType<typeof endings>;
