import { isDuplicate, isGone, isTurnedAway, type Failure } from '../../networks/failure.ts';
import type { Ready } from '../../networks/network.ts';
import type { SentBefore } from '../../networks/target.ts';
import type { Claim } from '../publishing/claim.ts';
import type { Endings } from './endings.ts';
import type { Polling } from './poll.ts';
import type { Refusals } from './refusals.ts';
import type { Settling } from './settling.ts';
import * as problems from '../publishing/problems.ts';
import { placeOf } from './claimed-post.ts';

interface Deps {
  readonly polling: Polling;
  readonly endings: Endings;
  readonly refusals: Refusals;
  readonly settling: Settling;
}

/** What to make of a no to the one visible call. */
export function firstNos({
  polling: { poll, soughtOf },
  endings: { postponeUnclear },
  refusals: { refuse },
  settling: { settle },
}: Deps) {
  return { firstNo };

  /** A no to the visible call is believed after one poll: said of a post that is out, it would lead to a second one. */
  async function firstNo(claim: Claim, ready: Ready, sent: SentBefore, error: Failure): Promise<void> {
    const observed = await poll(claim, ready, sent);
    // What Facebook has already may be this very post, from a life that this database has forgotten.
    const seen =
      observed.kind === 'absent' && isDuplicate(error)
        ? await ready.target.search(ready.post, { ...soughtOf(claim, sent), since: claim.createdAt })
        : observed;
    if (seen.kind === 'published' || seen.kind === 'processing' || seen.kind === 'unclear')
      return settle(claim, ready, seen);
    // To be told that there is no such object is the very answer that one poll does not settle.
    if (isGone(error)) return postponeUnclear(claim, problems.confirming(claim.target), error, 0);
    const isSeen = seen.kind !== 'refused' || seen.error.isOfFile === true;
    // Whoever is turned away at the door has not posted. A no to the content, without a poll, may be one to our own
    // post.
    if (!isSeen && !isTurnedAway(error))
      return postponeUnclear(claim, problems.mayBeOut(placeOf(claim, ready)), error, 0);
    await refuse(claim, ready, error, !isSeen);
  }
}
