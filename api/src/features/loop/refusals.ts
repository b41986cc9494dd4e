import { isDuplicate, isGone, type Failure } from '../../networks/failure.ts';
import type { NotReady, Ready } from '../../networks/network.ts';
import type { Networks } from '../../networks/networks.ts';
import type { LostLogin } from '../pages/lost-login.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import type { PausesRepository } from '../publishing/pauses.repository.ts';
import * as rules from '../publishing/rules.ts';
import type { Endings } from './endings.ts';
import { whileInDoubt } from '../../problems/problem.ts';
import * as problems from '../publishing/problems.ts';
import { placeOf, wasSent } from './claimed-post.ts';
import { holdingRefused } from './hold-refused.ts';

export interface Deps {
  readonly claims: ClaimsRepository;
  readonly pauses: PausesRepository;
  readonly pages: PagesRepository;
  readonly login: Pick<LostLogin, 'isWhy'>;
  readonly networks: Networks;
  readonly endings: Endings;
}

/** What a no leads to: of the network to a post, to a poll or to its page, and of our own check before any call. */
export function refusals(deps: Deps) {
  const { pauses, networks, endings } = deps;
  const { holdRefused, hold } = holdingRefused(deps);
  const { end, postponeUnclear } = endings;
  const refusalOf = ({ target, now }: Claim, { pageName }: Ready, error: Failure) =>
    networks.of(target).refusalOf(error, pageName, now());

  return { refusalOf, refuse, pollAgainLater, notReady };

  /** @param mayBeOut nobody has looked, and the no is believed all the same */
  async function refuse(claim: Claim, ready: Ready, error: Failure, mayBeOut = false): Promise<void> {
    const refusal = refusalOf(claim, ready, error);
    if (refusal.kind === 'hold') return holdRefused(claim, ready, refusal.problem, error, mayBeOut);
    if (refusal.kind === 'pause') await pauses.pause(refusal.scope, claim, refusal.minutes, refusal.problem.code);
    // What Facebook has already is what was sent before, unless the only thing that was sent is known by its id not to
    // be out.
    if (
      isDuplicate(error) &&
      (ready.target.isCommitRepeatable
        ? claim.sends.some(({ attemptId }) => attemptId !== claim.attempt.id)
        : claim.sends.length > 0)
    ) {
      return postponeUnclear(claim, problems.mayBeOut(placeOf(claim, ready)), error, 0, true);
    }
    // What a repeated call is refused for may be our own first one: look some more before believing it. An object that
    // is said to be gone is looked for.
    if (wasSent(claim) && (refusal.kind === 'pause' || claim.attempt.tries < rules.REFUSED_REPEATS || isGone(error)))
      return postponeUnclear(claim, problems.confirming(claim.target), error, 0);
    if (refusal.kind === 'pause') return end(claim, { status: 'scheduled', problem: refusal.problem, error, mayBeOut });
    await end(claim, { status: 'failed', problem: refusal.problem, error, mayBeOut });
  }

  /**
   * A poll that was refused proves nothing about the post: it stays in flight until somebody has seen it, or seen twice
   * that it is gone.
   */
  async function pollAgainLater(claim: Claim, ready: Ready, error: Failure): Promise<void> {
    const refusal = refusalOf(claim, ready, error);
    if (refusal.kind === 'hold') return holdRefused(claim, ready, refusal.problem, error);
    if (refusal.kind === 'pause') await pauses.pause(refusal.scope, claim, refusal.minutes, refusal.problem.code);
    await postponeUnclear(claim, problems.mayBeOut(placeOf(claim, ready)), error);
  }

  async function notReady(claim: Claim, { problem, next, waitUntil }: NotReady): Promise<void> {
    if (next === 'hold') return hold(claim, problem, null);
    // It may be out already: the attempt stays open, so that no second one is ever made.
    if (wasSent(claim)) return postponeUnclear(claim, whileInDoubt(problem), null);
    await end(
      claim,
      next === 'wait' && !claim.publishNow
        ? { status: 'scheduled', problem, waitUntil: waitUntil ?? null }
        : { status: next === 'miss' ? 'missed' : 'failed', problem },
    );
  }
}
export type Refusals = ReturnType<typeof refusals>;
