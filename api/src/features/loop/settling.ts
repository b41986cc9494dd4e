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
import { placeOf } from './claimed-post.ts';

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
    metrics.outcomes.inc({ target: claim.target, outcome: outcome.kind });
    switch (outcome.kind) {
      case 'published':
        if (!(await claims.settlePublished(claim, outcome.remoteId, outcome.permalinkUrl)))
          log.warn({ postId: claim.postId }, 'publish.settled-by-another');
        return;
      case 'processing':
        await claims.postpone(claim, {
          seconds: rules.processingPollSeconds(claim.attempt.state === 'processing' ? claim.attempt.tries : 0),
          state: 'processing',
          problem: problems.processing(claim.target),
          remoteId: outcome.remoteId,
          freesPage: true,
        });
        return;
      case 'refused':
        return refuse(claim, ready, outcome.error);
      case 'unclear':
        log.warn({ postId: claim.postId, attemptId: claim.attempt.id, err: outcome.error }, 'publish.unclear');
        await postponeUnclear(claim, whyUnclear(claim, ready, outcome.error), outcome.error);
    }
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
