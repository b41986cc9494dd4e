import type { Ready } from '../../networks/network.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import * as rules from '../publishing/rules.ts';
import type { Endings } from './endings.ts';
import type { Polling } from './poll.ts';
import type { Refusals } from './refusals.ts';
import type { Settling } from './settling.ts';
import * as problems from '../publishing/problems.ts';
import { placeOf } from './claimed-post.ts';

interface Deps {
  readonly claims: ClaimsRepository;
  readonly polling: Polling;
  readonly endings: Endings;
  readonly refusals: Refusals;
  readonly settling: Settling;
}

/** Whether a post that was sent, without an answer that could be trusted, is not out. */
export function absence(deps: Deps) {
  const {
    polling: { poll },
    endings: { end },
    refusals: { refusalOf, pollAgainLater },
    settling: { settle },
  } = deps;
  const { isReallyAbsent } = provingAbsence(deps);
  return { isAbsentAfterAll };

  /**
   * Never sends again after an unclear answer without having looked: Facebook is known to answer 500 and publish all
   * the same.
   * @returns true when the visible call may be made (again)
   */
  async function isAbsentAfterAll(claim: Claim, ready: Ready): Promise<boolean> {
    const { remoteId, checkpoint, sentAt } = claim.attempt;
    const outcome = await poll(claim, ready, { remoteId, checkpoint, sentAt: sentAt ?? claim.scheduledAt });
    if (outcome.kind === 'refused' && outcome.error.isOfFile === true) {
      // The result of Facebook's work on the file, not of the poll.
      await end(claim, {
        status: 'failed',
        problem: refusalOf(claim, ready, outcome.error).problem,
        error: outcome.error,
      });
      return false;
    }
    if (outcome.kind === 'refused') {
      await pollAgainLater(claim, ready, outcome.error);
      return false;
    }
    if (outcome.kind !== 'absent' && outcome.kind !== 'vanished') {
      await settle(claim, ready, outcome);
      return false;
    }
    // What is told as missed must not appear after that, though its own call may be repeated at any time.
    const isSafeToRepeat =
      outcome.kind === 'absent' &&
      !rules.isTooLate(claim) &&
      ready.target.isCommitRepeatable &&
      (remoteId !== null || ready.target.isKeyed === true) &&
      !claim.attempt.saidDuplicate;
    if (!isSafeToRepeat && !(await isReallyAbsent(claim, ready))) return false;
    if (outcome.kind === 'vanished') {
      await end(claim, { status: 'failed', problem: problems.vanished(placeOf(claim, ready)), error: outcome.error });
      return false;
    }
    if (!rules.isTooLate(claim)) return true;
    // Sent again and again without an answer, or taken up long after its time.
    await end(
      claim,
      claim.attempt.state === 'unclear'
        ? { status: 'failed', problem: problems.unreachable(claim.target) }
        : { status: 'missed', problem: problems.MISSED },
    );
    return false;
  }
}

/** What it takes to believe that a post is not there. */
function provingAbsence({ claims }: Deps) {
  /**
   * Two clean polls, the later long enough after the first one and after the call's deadline; until then the post waits
   * for another poll.
   */
  async function isReallyAbsent(claim: Claim, ready: Ready): Promise<boolean> {
    const { cleanAbsences, msAbsent, msSinceDeadline, saidDuplicate, tries } = claim.attempt;
    const msToProof = rules.msToProofOfAbsence(msAbsent, msSinceDeadline);
    if (!saidDuplicate && cleanAbsences >= 1 && msToProof <= 0) return true;
    await claims.postpone(claim, {
      seconds: saidDuplicate ? rules.refusedPollSeconds(tries) : rules.nextPollSeconds(cleanAbsences, msToProof),
      state: 'unclear',
      problem: saidDuplicate ? problems.mayBeOut(placeOf(claim, ready)) : problems.confirming(claim.target),
      cleanAbsences: cleanAbsences + 1,
    });
    return false;
  }

  return { isReallyAbsent };
}
