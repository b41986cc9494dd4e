import type { Logger } from 'pino';
import type { Metrics } from '../../http/metrics.ts';
import { isUnclear, type Failure } from '../../networks/failure.ts';
import type { Ready } from '../../networks/network.ts';
import type { Outcome } from '../../networks/target.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import * as rules from '../publishing/rules.ts';
import type { Endings } from './endings.ts';
import type { Refusals } from './refusals.ts';
import type { Problem } from '../../problems/problem.ts';
import * as problems from '../publishing/problems.ts';
import { placeOf, wasSent } from './claimed-post.ts';

type There = Extract<Outcome, { kind: 'published' | 'processing' }>;

interface Deps {
  readonly claims: ClaimsRepository;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly endings: Endings;
  readonly refusals: Refusals;
}

/** Writes down what a call, or a poll for it, has shown. */
export function settling({ claims, metrics, log, endings: { postponeUnclear }, refusals: { refuse } }: Deps) {
  return { settle };

  async function settle(claim: Claim, ready: Ready, outcome: Exclude<Outcome, { kind: 'absent' }>): Promise<void> {
    if (outcome.kind === 'published' || outcome.kind === 'processing') return settleThere(claim, outcome);
    metrics.outcomes.inc({ target: claim.target, outcome: outcome.kind });
    if (outcome.kind === 'refused') return refuse(claim, ready, outcome.error);
    log.warn({ postId: claim.postId, attemptId: claim.attempt.id, err: outcome.error }, 'publish.unclear');
    await postponeUnclear(claim, whyUnclear(claim, ready, outcome.error), outcome.error);
  }

  async function settleThere(claim: Claim, outcome: There): Promise<void> {
    const written = await write(claim, outcome);
    if (written === 'anothers') return lookAgain(claim, outcome);
    metrics.outcomes.inc({ target: claim.target, outcome: outcome.kind });
    if (!written && outcome.kind === 'published') log.warn({ postId: claim.postId }, 'publish.settled-by-another');
  }

  /** @returns false where somebody else has the post by now */
  async function write(claim: Claim, outcome: There): Promise<boolean | 'anothers'> {
    const isFound = outcome.byWords === true;
    if (outcome.kind === 'published') {
      const shown = [claim, outcome.remoteId, outcome.permalinkUrl] as const;
      return isFound ? claims.settleFound(...shown) : claims.settlePublished(...shown);
    }
    const next = {
      seconds: rules.processingPollSeconds(claim.attempt.state === 'processing' ? claim.attempt.tries : 0),
      state: 'processing',
      problem: problems.processing(claim.target),
      remoteId: outcome.remoteId,
      freesPage: true,
    } as const;
    return isFound ? claims.postponeFound(claim, next) : claims.postpone(claim, next);
  }

  /** What was found is another post of ours, or may be: once that is known, this one is looked for among the rest. */
  async function lookAgain(claim: Claim, { remoteId }: There): Promise<void> {
    log.info({ postId: claim.postId, remoteId }, 'publish.found-anothers');
    const isSent = wasSent(claim);
    await claims.postpone(claim, {
      seconds: rules.backoffSeconds(claim.attempt.tries),
      state: isSent ? 'unclear' : 'started',
      problem: isSent ? problems.confirming(claim.target) : problems.POLLING_FOR_EARLIER,
    });
  }

  function whyUnclear(claim: Claim, ready: Ready, error: Failure): Problem {
    const { target, attempt } = claim;
    if (!isUnclear(error)) return problems.mayBeOut(placeOf(claim, ready));
    return attempt.state === 'unclear' && attempt.tries >= rules.TRIES
      ? problems.pollsUnanswered(placeOf(claim, ready))
      : problems.confirming(target);
  }
}
export type Settling = ReturnType<typeof settling>;
