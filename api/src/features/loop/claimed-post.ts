import type { Ready } from '../../networks/network.ts';
import type { Place } from '../../problems/problem.ts';
import type { Claim } from '../publishing/claim.ts';

/** The visible call was made before, and nobody knows what became of it, or it is still being worked on. */
export function wasSent({ attempt }: Claim): boolean {
  return attempt.state === 'sending' || attempt.state === 'unclear' || attempt.state === 'processing';
}

/** Where it goes, as it is named to its owner. */
export function placeOf({ target }: Claim, { post, pageName }: Ready): Place {
  return { target, page: post.page === null ? null : pageName };
}
