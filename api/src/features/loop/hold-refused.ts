import type { Failure } from '../../networks/failure.ts';
import type { Ready } from '../../networks/network.ts';
import type { Claim } from '../publishing/claim.ts';
import { whileInDoubt, type PageProblem } from '../../problems/problem.ts';
import * as problems from '../publishing/problems.ts';
import { wasSent } from './claimed-post.ts';
import type { Deps } from './refusals.ts';

/** Posts that wait for what only the owner of their page can do. */
export function holdingRefused({ claims, pauses, pages, login, endings }: Deps) {
  const { end, postponeUnclear } = endings;

  /**
   * Facebook said no to the page. Where its owner has reconnected it meanwhile, that was said of a token that is no
   * longer used.
   */
  async function holdRefused(
    claim: Claim,
    ready: Ready,
    problem: PageProblem,
    error: Failure,
    mayBeOut = false,
  ): Promise<void> {
    const { page } = ready.post;
    if (
      claim.facebookPageId !== null &&
      page !== null &&
      (await login.isWhy({ id: claim.facebookPageId, owner: claim, usedToken: page.token, app: page.app }, error))
    )
      return hold(claim, problem, error, mayBeOut);
    if (
      claim.facebookPageId === null ||
      page === null ||
      (await pages.setProblem(claim.facebookPageId, problem, page.token))
    )
      return hold(claim, problem, error, mayBeOut);
    if (wasSent(claim) || mayBeOut) return postponeUnclear(claim, problems.confirming(claim.target), error, 0);
    await claims.postpone(claim, { seconds: 1, state: 'started', problem: null, error, cleanAbsences: 0 });
  }

  /**
   * What was asked for right now fails, so that it does not go out by surprise later; what is planned keeps its place.
   */
  async function hold(claim: Claim, problem: PageProblem, error: Failure | null, mayBeOut = false): Promise<void> {
    if (claim.facebookPageId !== null && problem.code !== problems.NO_ACCESS.code)
      await pauses.holdPage(claim.facebookPageId, problem);
    // It may be out already: the attempt stays open, so that no second one is ever made.
    if (wasSent(claim)) return postponeUnclear(claim, whileInDoubt(problem), error);
    await end(claim, {
      ...(claim.publishNow ? { status: 'failed' } : { status: 'scheduled', isHeld: true }),
      problem,
      error,
      mayBeOut,
    });
  }

  return { holdRefused, hold };
}
