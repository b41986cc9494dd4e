import type { Logger } from 'pino';
import { isUnclear, type Failure } from '../../networks/failure.ts';
import type { Ready } from '../../networks/network.ts';
import type { Outcome } from '../../networks/target.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import * as rules from '../publishing/rules.ts';
import { ABSENT_AFTER_MS, LOSS_LAG_MS, READ_LAG_MS } from '../publishing/timing.ts';
import type { Endings } from './endings.ts';
import type { Polling } from './poll.ts';
import type { Refusals } from './refusals.ts';
import type { Settling } from './settling.ts';
import * as problems from '../publishing/problems.ts';
import { placeOf } from './claimed-post.ts';

interface Deps {
  readonly claims: ClaimsRepository;
  readonly log: Logger;
  readonly polling: Polling;
  readonly endings: Endings;
  readonly refusals: Refusals;
  readonly settling: Settling;
}

/**
 * Whether a post that this attempt has not sent went out before: by an earlier attempt, or on a day that the database
 * has forgotten.
 */
export function earlierSends(deps: Deps) {
  const {
    claims,
    log,
    endings: { end, tryAgainLater },
    refusals: { refusalOf },
    settling: { settle },
  } = deps;
  const { cannotPollBack } = refusedSearches(deps);
  const { search } = searchingEarlier(deps);
  return { wasNeverOut };

  /**
   * A database that was put back to an earlier day knows nothing of what went out since, and an earlier attempt may
   * have put the post out without anybody having seen it: look before anything is sent.
   */
  async function wasNeverOut(claim: Claim, ready: Ready): Promise<boolean> {
    const doubtful = claim.sends.filter(
      ({ attemptId, mayBeOut, sentAt }) =>
        attemptId !== claim.attempt.id && mayBeOut && sentAt > (claim.attempt.searchedUntil ?? new Date(0)),
    );
    const isInDoubt = doubtful.length > 0;
    const problem = isInDoubt ? problems.POLLING_FOR_EARLIER : problems.POLLING_BACK;
    // What was made of it may have been made again in a time that is forgotten.
    if (claim.forgotten === null && (claim.attempt.remoteId !== null || !isInDoubt)) return true;
    // Clocks of two servers may differ: after a loss, its end by ours says nothing of Facebook's times.
    const until = isInDoubt || claim.forgotten?.isLoss === true ? null : (claim.forgotten?.until ?? null);
    const msToWait = msUntilShown(claim, doubtful);
    // Whoever asked for it right now is told at once where it is found.
    if (msToWait > 0 && !claim.publishNow) return wait(msToWait);
    const found = await search(claim, ready, until, isInDoubt);
    switch (found.kind) {
      case 'absent':
        return msToWait > 0 ? wait(msToWait) : claims.recordSearched(claim, until);
      case 'published':
      case 'processing':
        log.warn({ postId: claim.postId, remoteId: found.remoteId }, 'publish.was-out-already');
        await settle(claim, ready, found);
        return false;
      case 'unclear':
        if (await isOnlyTheListSilent(claim, ready)) {
          if (claim.isToldNotOut) return claims.recordSearched(claim, until);
          await end(claim, {
            status: 'missed',
            problem: problems.cannotPoll(placeOf(claim, ready)),
            error: found.error,
          });
        } else await tryAgainLater(claim, found.error, problem);
        return false;
      case 'refused':
        // Its owner has looked. To press Publish says nothing of that.
        if (claim.isToldNotOut && refusalOf(claim, ready, found.error).kind !== 'pause')
          return claims.recordSearched(claim, until);
        await cannotPollBack(claim, ready, found.error);
        return false;
    }

    async function wait(ms: number): Promise<false> {
      await claims.postpone(claim, { seconds: Math.ceil(ms / 1000), state: 'started', problem });
      return false;
    }
  }

  /**
   * Facebook answers, only not with the list, three times: who has to decide then is the owner. Where nothing answers,
   * it will do so again.
   */
  async function isOnlyTheListSilent(claim: Claim, { target, post }: Ready): Promise<boolean> {
    return (
      claim.attempt.tries >= rules.TRIES - 1 &&
      target.control !== undefined &&
      (await target.control(post, [])) === null
    );
  }
}

function refusedSearches({ polling: { controlOf }, endings: { end }, refusals: { refusalOf, refuse } }: Deps) {
  async function cannotPollBack(claim: Claim, ready: Ready, error: Failure): Promise<void> {
    const refusal = refusalOf(claim, ready, error);
    // A list that is not for us does not mean that the page has to be reconnected.
    const isListAlone = refusal.kind === 'hold' && (await controlOf(claim, ready)) === null;
    if (refusal.kind === 'fail' || isListAlone)
      await end(claim, { status: 'missed', problem: problems.cannotPoll(placeOf(claim, ready)), error });
    else await refuse(claim, ready, error);
  }

  return { cannotPollBack };
}

function searchingEarlier({ polling: { soughtOf, controlOf } }: Deps) {
  /** Looks for what went out before. An empty list counts where Facebook shows what it must show. */
  async function search(claim: Claim, ready: Ready, until: Date | null, isInDoubt: boolean): Promise<Outcome> {
    const sought = soughtOf(claim);
    const since =
      claim.forgotten !== null && (!isInDoubt || claim.forgotten.since < sought.since)
        ? claim.forgotten.since
        : sought.since;
    const mayBeMadeAnew = claim.forgotten?.isLoss === true;
    const searched = await ready.target.search(ready.post, { ...sought, since, until, mayBeMadeAnew });
    const hindrance = searched.kind === 'absent' && isInDoubt ? await controlOf(claim, ready) : null;
    return hindrance === null ? searched : { kind: isUnclear(hindrance) ? 'unclear' : 'refused', error: hindrance };
  }

  return { search };
}

/** An empty poll soon after a call proves nothing, save where the post's owner has looked. */
function msUntilShown(claim: Claim, doubtful: Claim['sends']): number {
  const shownBy = [
    ...(claim.forgotten === null
      ? []
      : [claim.forgotten.until.getTime() + (claim.forgotten.isLoss ? LOSS_LAG_MS : READ_LAG_MS)]),
    ...(claim.isToldNotOut ? [] : doubtful.map(({ sentAt }) => sentAt.getTime() + ABSENT_AFTER_MS)),
  ];
  return Math.max(0, ...shownBy) - claim.now().getTime();
}
