import type { Logger } from 'pino';
import type { Metrics } from '../../http/metrics.ts';
import type { LostLogin } from '../pages/lost-login.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import type { Place } from '../problems/place-words.ts';
import { whileInDoubt, type PageProblem, type Problem } from '../problems/problem.ts';
import type { Claim, ClaimsRepository, Unpublished } from '../publishing/claims.repository.ts';
import { isLeaseFresh } from './lease-guard.ts';
import type { PausesRepository } from '../publishing/pauses.repository.ts';
import type { Preparation } from './preparation.ts';
import * as problems from '../publishing/problems.ts';
import * as rules from '../publishing/rules.ts';
import { polling } from './poll.ts';
import { isDuplicate, isFailure, isGone, isTurnedAway, isUnclear, type Failure } from '../../networks/failure.ts';
import type { NotReady, Ready } from '../../networks/network.ts';
import type { Networks } from '../../networks/networks.ts';
import type { Outcome, SentBefore } from '../../networks/target.ts';
import { ABSENT_AFTER_MS, LEASE_SECONDS, READ_LAG_MS, SEND_TIMEOUT_SECONDS } from '../publishing/timing.ts';

/** A lease older than this is made whole before it is needed. */
const RENEW_AFTER_MS = (LEASE_SECONDS * 1000) / 6;

interface Deps {
  readonly claims: ClaimsRepository;
  readonly pauses: PausesRepository;
  readonly pages: PagesRepository;
  readonly login: Pick<LostLogin, 'isWhy'>;
  readonly preparation: Preparation;
  readonly networks: Networks;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Resolves when every cooldown that this process knows of is noted. */
  cooldownsRecorded(): Promise<unknown>;
  /** This process is about to end: a long upload stops where it is, and another worker goes on with it. */
  isStopping(): boolean;
  notifyAdministrators(problem: Problem): Promise<void>;
}

/** Takes one claimed post as far as it can get. A crash between any two lines is resumed from the attempt row by the next claim. */
export function publisher({
  claims,
  notifyAdministrators,
  pauses,
  pages,
  login,
  preparation,
  networks,
  metrics,
  log,
  cooldownsRecorded,
  isStopping,
}: Deps) {
  const { poll, soughtOf, controlOf } = polling(claims);
  const refusalOf = ({ target, now }: Claim, { pageName }: Ready, error: Failure) =>
    networks.of(target).refusalOf(error, pageName, now());
  const placeOf = ({ target }: Claim, { post, pageName }: Ready): Place => ({
    target,
    page: post.page === null ? null : pageName,
  });

  return {
    /** @param claimedAt a reading of `performance.now()` from before the claim */
    async publishClaimed(claim: Claim, claimedAt: number): Promise<void> {
      const isToBeSetAside = claim.deaths >= rules.DEATHS_AT_MOST;
      // What was sent is looked for once more, unless polling is what ends processes.
      if (isToBeSetAside && (!wasSent(claim) || claim.deaths > rules.DEATHS_AT_MOST))
        return setAside(claim, wasSent(claim));
      const ready = await preparation.check(claim);
      if ('problem' in ready) return notReady(claim, ready);
      if (wasSent(claim) ? !(await isAbsentAfterAll(claim, ready)) : !(await wasNeverOut(claim, ready))) return;
      if (isToBeSetAside) return setAside(claim, false);
      if (rules.isTooLate(claim)) return end(claim, { status: 'missed', problem: problems.MISSED });

      const lease = { heldSince: claimedAt };
      const prepared = await prepare(claim, ready, lease);
      if (prepared === 'given up') return;
      if (performance.now() - lease.heldSince > RENEW_AFTER_MS && !(await renew(claim, lease))) return;
      const cooldown = await cooldownOf(claim);
      if (cooldown !== null) return waitForCooldown(claim, prepared.id, cooldown);
      const mark = await claims.markSending(claim, prepared.id, SEND_TIMEOUT_SECONDS);
      // What was sent before must not appear after it is told as missed: the next claim polls once more.
      if (mark === 'too late')
        return wasSent(claim)
          ? postponeUnclear(claim, problems.confirming(claim.target), null)
          : end(claim, { status: 'missed', problem: problems.MISSED });
      if (mark === 'lost') return; // Deleted, or taken over meanwhile.
      // The write above may have waited: the guard is read last, just before the one visible call.
      if (!isLeaseFresh(lease.heldSince)) return;
      const sentAt = claim.now();
      const outcome = await ready.target.commit(ready.post, prepared);
      if (outcome.kind !== 'refused' || wasSent(claim) || outcome.error.isOfFile === true)
        return settle(claim, ready, outcome);
      await firstNo(claim, ready, { remoteId: prepared.id, checkpoint: prepared.checkpoint, sentAt }, outcome.error);
    },
  };

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
    // Whoever is turned away at the door has not posted. A no to the content, without a poll, may be one to our own post.
    if (!isSeen && !isTurnedAway(error))
      return postponeUnclear(claim, problems.mayBeOut(placeOf(claim, ready)), error, 0);
    await refuse(claim, ready, error, !isSeen);
  }

  /**
   * Never sends again after an unclear answer without having looked: Facebook is known to answer 500 and publish all the same.
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
        ? { status: 'failed', problem: problems.UNREACHABLE }
        : { status: 'missed', problem: problems.MISSED },
    );
    return false;
  }

  /**
   * A database that was put back to an earlier day knows nothing of what went out since, and an earlier attempt may have put the post out
   * without anybody having seen it: look before anything is sent.
   */
  async function wasNeverOut(claim: Claim, ready: Ready): Promise<boolean> {
    const doubtful = claim.sends.filter(
      ({ attemptId, mayBeOut, sentAt }) =>
        attemptId !== claim.attempt.id && mayBeOut && sentAt > (claim.attempt.searchedUntil ?? new Date(0)),
    );
    const isInDoubt = doubtful.length > 0;
    const problem = isInDoubt ? problems.POLLING_FOR_EARLIER : problems.POLLING_BACK;
    if (claim.attempt.remoteId !== null || (claim.forgotten === null && !isInDoubt)) return true;
    const until = isInDoubt ? null : (claim.forgotten?.until ?? null);
    // What its owner asks for right now was looked for by them; else an empty poll soon after a call proves nothing.
    const shownBy = [
      ...(claim.forgotten === null ? [] : [claim.forgotten.until.getTime() + READ_LAG_MS]),
      ...(claim.publishNow ? [] : doubtful.map(({ sentAt }) => sentAt.getTime() + ABSENT_AFTER_MS)),
    ];
    const msToWait = Math.max(0, ...shownBy) - claim.now().getTime();
    if (msToWait > 0) {
      await claims.postpone(claim, { seconds: Math.ceil(msToWait / 1000), state: 'started', problem });
      return false;
    }
    const sought = soughtOf(claim);
    const since =
      claim.forgotten !== null && (!isInDoubt || claim.forgotten.since < sought.since)
        ? claim.forgotten.since
        : sought.since;
    const searched = await ready.target.search(ready.post, { ...sought, since, until });
    const hindrance = searched.kind === 'absent' && isInDoubt ? await controlOf(claim, ready) : null;
    const found =
      hindrance === null
        ? searched
        : ({ kind: isUnclear(hindrance) ? 'unclear' : 'refused', error: hindrance } as const);
    switch (found.kind) {
      case 'absent':
        return claims.recordSearched(claim, until);
      case 'published':
      case 'processing':
        log.warn({ postId: claim.postId, remoteId: found.remoteId }, 'publish.was-out-already');
        await settle(claim, ready, found);
        return false;
      case 'unclear':
        if (await isOnlyTheListSilent(claim, ready)) {
          if (claim.publishNow) return claims.recordSearched(claim, until);
          await end(claim, {
            status: 'missed',
            problem: problems.cannotPoll(placeOf(claim, ready)),
            error: found.error,
          });
        } else await tryAgainLater(claim, found.error, problem);
        return false;
      case 'refused':
        // Its owner has looked, or wants it out all the same.
        if (claim.publishNow && refusalOf(claim, ready, found.error).kind !== 'pause')
          return claims.recordSearched(claim, until);
        await cannotPollBack(claim, ready, found.error);
        return false;
    }
  }

  /** Facebook answers, only not with the list, three times: who has to decide then is the owner. Where nothing answers, it will do so again. */
  async function isOnlyTheListSilent(claim: Claim, { target, post }: Ready): Promise<boolean> {
    return (
      claim.attempt.tries >= rules.TRIES - 1 &&
      target.control !== undefined &&
      (await target.control(post, [])) === null
    );
  }

  async function cannotPollBack(claim: Claim, ready: Ready, error: Failure): Promise<void> {
    const refusal = refusalOf(claim, ready, error);
    // A list that is not for us does not mean that the page has to be reconnected.
    const isListAlone = refusal.kind === 'hold' && (await controlOf(claim, ready)) === null;
    if (refusal.kind === 'fail' || isListAlone)
      await end(claim, { status: 'missed', problem: problems.cannotPoll(placeOf(claim, ready)), error });
    else await refuse(claim, ready, error);
  }

  async function cooldownOf(claim: Claim): Promise<number | null> {
    await cooldownsRecorded();
    return pauses.cooldownOf(claim);
  }

  /** No call is made before the cooldown is over, not even a poll. What is planned keeps what was prepared; what was asked for right now does not go out by surprise later. */
  async function waitForCooldown(claim: Claim, remoteId: string | null, seconds: number): Promise<void> {
    const wait = { seconds: Math.ceil(seconds) + 1, remoteId };
    if (wasSent(claim))
      await claims.postpone(claim, { ...wait, state: 'unclear', problem: problems.confirming(claim.target) });
    else if (claim.publishNow) {
      if (remoteId !== null) await claims.leaveBehind(claim, remoteId);
      await end(claim, { status: 'scheduled', problem: problems.coolingDown(claim.target) });
    } else await claims.postpone(claim, { ...wait, state: 'started', problem: problems.coolingDown(claim.target) });
  }

  /** The invisible work, from where an earlier worker got to. */
  async function prepare(claim: Claim, ready: Ready, lease: { heldSince: number }) {
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
  }

  /** An error that nobody knows may pass; one that comes three times is meant. */
  function isStrangeForGood({ attempt }: Claim, error: Failure): boolean {
    return error.kind === 'unknown' && attempt.tries >= rules.TRIES - 1;
  }

  async function renew(claim: Claim, lease: { heldSince: number }): Promise<boolean> {
    const since = performance.now();
    if (!(await claims.renew(claim))) return false;
    lease.heldSince = since;
    return true;
  }

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

  /** Two clean polls, the later long enough after the first one and after the call's deadline; until then the post waits for another poll. */
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

  /** A poll that was refused proves nothing about the post: it stays in flight until somebody has seen it, or seen twice that it is gone. */
  async function pollAgainLater(claim: Claim, ready: Ready, error: Failure): Promise<void> {
    const refusal = refusalOf(claim, ready, error);
    if (refusal.kind === 'hold') return holdRefused(claim, ready, refusal.problem, error);
    if (refusal.kind === 'pause') await pauses.pause(refusal.scope, claim, refusal.minutes, refusal.problem.code);
    await postponeUnclear(claim, problems.mayBeOut(placeOf(claim, ready)), error);
  }

  /** @param mayBeOut nobody has looked, and the no is believed all the same */
  async function refuse(claim: Claim, ready: Ready, error: Failure, mayBeOut = false): Promise<void> {
    const refusal = refusalOf(claim, ready, error);
    if (refusal.kind === 'hold') return holdRefused(claim, ready, refusal.problem, error, mayBeOut);
    if (refusal.kind === 'pause') await pauses.pause(refusal.scope, claim, refusal.minutes, refusal.problem.code);
    // What Facebook has already is what was sent before, unless the only thing that was sent is known by its id not to be out.
    if (
      isDuplicate(error) &&
      (ready.target.isCommitRepeatable
        ? claim.sends.some(({ attemptId }) => attemptId !== claim.attempt.id)
        : claim.sends.length > 0)
    ) {
      return postponeUnclear(claim, problems.mayBeOut(placeOf(claim, ready)), error, 0, true);
    }
    // What a repeated call is refused for may be our own first one: look some more before believing it. An object that is said to be gone is looked for.
    if (wasSent(claim) && (refusal.kind === 'pause' || claim.attempt.tries < rules.REFUSED_REPEATS || isGone(error)))
      return postponeUnclear(claim, problems.confirming(claim.target), error, 0);
    if (refusal.kind === 'pause') return end(claim, { status: 'scheduled', problem: refusal.problem, error, mayBeOut });
    await end(claim, { status: 'failed', problem: refusal.problem, error, mayBeOut });
  }

  async function notReady(claim: Claim, { problem, next, waitUntil }: NotReady): Promise<void> {
    if (next === 'hold') return hold(claim, problem, null);
    // It may be out already: the attempt stays open, so that no second one is ever made.
    if (wasSent(claim)) return postponeUnclear(claim, whileInDoubt(problem), null);
    await end(
      claim,
      next === 'wait' && !claim.publishNow
        ? { status: 'scheduled', problem, waitUntil: waitUntil ?? null }
        : { status: 'failed', problem },
    );
  }

  /** Facebook said no to the page. Where its owner has reconnected it meanwhile, that was said of a token that is no longer used. */
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

  /** What was asked for right now fails, so that it does not go out by surprise later; what is planned keeps its place. */
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

  async function tryAgainLater(claim: Claim, error: Failure, problem: Problem): Promise<void> {
    if (rules.isTooLate(claim)) return end(claim, { status: 'failed', problem: problems.UNREACHABLE, error });
    await claims.postpone(claim, {
      seconds: rules.backoffSeconds(claim.attempt.tries),
      state: 'started',
      problem,
      error,
      cleanAbsences: 0,
    });
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

  async function end(claim: Claim, to: Unpublished): Promise<void> {
    log.info(
      { postId: claim.postId, status: to.status, problem: to.problem.code, err: to.error ?? undefined },
      'publish.not-out',
    );
    await claims.settleUnpublished(claim, to);
  }
}
export type Publisher = ReturnType<typeof publisher>;

/** The visible call was made before, and nobody knows what became of it, or it is still being worked on. */
function wasSent({ attempt }: Claim): boolean {
  return attempt.state === 'sending' || attempt.state === 'unclear' || attempt.state === 'processing';
}
