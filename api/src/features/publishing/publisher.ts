import type { Logger } from 'pino';
import { MediaRefusedError } from '../../facebook/graph-errors.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import type { PostProblem } from '../posts/post.ts';
import type { Claim, ClaimsRepository, Unpublished } from './claims.repository.ts';
import { isLeaseFresh } from './lease-guard.ts';
import type { PausesRepository } from './pauses.repository.ts';
import type { Preparation, Ready } from './preparation.ts';
import * as rules from './rules.ts';
import { isFailure, isGone, isUnclear, type Failure, type Outcome, type SentBefore } from './target.ts';
import { ABSENT_AFTER_MS, LEASE_SECONDS, READ_LAG_MS, SEND_TIMEOUT_SECONDS } from './timing.ts';

/** A lease older than this is made whole before it is needed. */
const RENEW_AFTER_MS = (LEASE_SECONDS * 1000) / 6;

interface Deps {
  readonly claims: ClaimsRepository;
  readonly pauses: PausesRepository;
  readonly pages: PagesRepository;
  readonly preparation: Preparation;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** This process is about to end: a long upload stops where it is, and another worker goes on with it. */
  isStopping(): boolean;
}

/** Takes one claimed post as far as it can get. A crash between any two lines is resumed from the attempt row by the next claim. */
export function publisher({ claims, pauses, pages, preparation, metrics, log, isStopping }: Deps) {
  return {
    /** @param claimedAt a reading of `performance.now()` from before the claim */
    async publishClaimed(claim: Claim, claimedAt: number): Promise<void> {
      const ready = await preparation.check(claim);
      if ('problem' in ready) return notReady(claim, ready);
      if (wasSent(claim) ? !(await isAbsentAfterAll(claim, ready)) : !(await wasNeverOut(claim, ready))) return;

      const lease = { heldSince: claimedAt };
      const prepared = await prepare(claim, ready, lease);
      if (prepared === 'given up') return;
      if (performance.now() - lease.heldSince > RENEW_AFTER_MS && !(await renew(claim, lease))) return;
      if (!(await claims.markSending(claim, prepared.id, SEND_TIMEOUT_SECONDS))) return; // Deleted, or taken over meanwhile.
      // The write above may have waited: the guard is read last, just before the one visible call.
      if (!isLeaseFresh(lease.heldSince)) return;
      const sentAt = new Date();
      const outcome = await ready.target.commit(ready.post, prepared);
      const isFirstNo = outcome.kind === 'refused' && !wasSent(claim) && !(outcome.error instanceof MediaRefusedError);
      const seen = isFirstNo ? await seenAfterAll(claim, ready, { remoteId: prepared.id, notes: prepared.notes, sentAt }, outcome.error) : null;
      await settle(claim, ready, seen ?? outcome);
    },
  };

  /** A no to the visible call is believed after one look: said of a post that is out, it would lead to a second one. */
  async function seenAfterAll(claim: Claim, ready: Ready, sent: SentBefore, error: Failure): Promise<Exclude<Outcome, { kind: 'absent' }> | null> {
    const observed = await ready.target.observe(ready.post, sent, taken(claim));
    // What Facebook has already may be this very post, from a life that this database has forgotten.
    const outcome = observed.kind === 'absent' && rules.isDuplicate(error)
      ? await ready.target.search(ready.post, { since: claim.createdAt, until: new Date(), taken: taken(claim) }) : observed;
    return outcome.kind === 'published' || outcome.kind === 'processing' || outcome.kind === 'unclear' ? outcome : null;
  }

  /**
   * Never sends again after an unclear answer without having looked: Facebook is known to answer 500 and publish all the same.
   * @returns true when the visible call may be made (again)
   */
  async function isAbsentAfterAll(claim: Claim, ready: Ready): Promise<boolean> {
    const { remoteId, notes, sentAt } = claim.attempt;
    const outcome = await ready.target.observe(ready.post, { remoteId, notes, sentAt: sentAt ?? claim.scheduledAt }, taken(claim));
    if (outcome.kind === 'refused' && outcome.error instanceof MediaRefusedError) {
      // The result of Facebook's work on the file, not of the look at it.
      await end(claim, { status: 'failed', problem: rules.refusalOf(outcome.error, ready.pageName).problem, error: outcome.error });
      return false;
    }
    if (outcome.kind === 'refused') {
      await lookAgainLater(claim, ready, outcome.error);
      return false;
    }
    if (outcome.kind !== 'absent') {
      await settle(claim, ready, outcome);
      return false;
    }
    if (!ready.target.isCommitRepeatable && !(await isReallyAbsent(claim))) return false;
    if (!rules.isTooLate(claim)) return true;
    await end(claim, { status: 'missed', problem: rules.MISSED });
    return false;
  }

  /** A database that was put back to an earlier day knows nothing of what went out since: look before anything is sent. */
  async function wasNeverOut(claim: Claim, ready: Ready): Promise<boolean> {
    if (claim.forgotten === null || claim.attempt.remoteId !== null) return true;
    const { since, until } = claim.forgotten;
    const msToWait = until.getTime() + READ_LAG_MS - Date.now();
    if (msToWait > 0) {
      await claims.postpone(claim, { seconds: Math.ceil(msToWait / 1000), state: 'started', problem: rules.LOOKING_BACK });
      return false;
    }
    const found = await ready.target.search(ready.post, { since, until, taken: taken(claim) });
    switch (found.kind) {
      case 'absent':
        return claims.recordSearched(claim, until);
      case 'published':
      case 'processing':
        log.warn({ postId: claim.postId, remoteId: found.remoteId }, 'publish.was-out-already');
        await settle(claim, ready, found);
        return false;
      case 'unclear':
        await tryAgainLater(claim, found.error, rules.LOOKING_BACK);
        return false;
      case 'refused':
        // Its owner has looked, or wants it out all the same.
        if (claim.publishNow && rules.refusalOf(found.error, ready.pageName).kind === 'fail') return claims.recordSearched(claim, until);
        await cannotLookBack(claim, ready, found.error);
        return false;
    }
  }

  async function cannotLookBack(claim: Claim, ready: Ready, error: Failure): Promise<void> {
    const refusal = rules.refusalOf(error, ready.pageName);
    if (refusal.kind === 'fail') await end(claim, { status: 'missed', problem: rules.cannotLook(ready.pageName), error });
    else await refuse(claim, ready, error);
  }

  /** The invisible work, from where an earlier worker got to. */
  async function prepare(claim: Claim, ready: Ready, lease: { heldSince: number }) {
    let { notes } = claim.attempt;
    if (claim.attempt.remoteId !== null) return { id: claim.attempt.remoteId, notes };
    try {
      const id = await ready.target.prepare(ready.post, notes, async (taking, soFar) => {
        const since = performance.now();
        if (!(await claims.takeNotes(claim, taking, soFar === undefined ? null : rules.uploading(soFar)))) return false;
        notes = taking;
        lease.heldSince = since;
        return !isStopping();
      });
      return id === 'lost' ? 'given up' : { id, notes };
    } catch (error) {
      if (!isFailure(error)) throw error;
      // Nothing is visible yet, so a lost answer costs nothing but an orphan that nobody sees.
      if (isUnclear(error)) await tryAgainLater(claim, error, rules.RETRYING);
      else await refuse(claim, ready, error);
      return 'given up';
    }
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
        if (!(await claims.settlePublished(claim, outcome.remoteId, outcome.permalinkUrl))) log.warn({ postId: claim.postId }, 'publish.settled-by-another');
        return;
      case 'processing':
        await claims.postpone(claim, {
          seconds: rules.processingLookSeconds(claim.attempt.state === 'processing' ? claim.attempt.tries : 0), state: 'processing',
          problem: rules.PROCESSING, remoteId: outcome.remoteId, freesPage: true,
        });
        return;
      case 'refused':
        return refuse(claim, ready, outcome.error);
      case 'unclear':
        log.warn({ postId: claim.postId, attemptId: claim.attempt.id, err: outcome.error }, 'publish.unclear');
        await postponeUnclear(claim, rules.confirming(claim.target), outcome.error);
    }
  }

  /** Two clean looks, the later long enough after the call's deadline; until then the post waits for another look. */
  async function isReallyAbsent(claim: Claim): Promise<boolean> {
    const { cleanAbsences, sendingDeadline } = claim.attempt;
    const msSinceDeadline = Date.now() - (sendingDeadline ?? claim.scheduledAt).getTime();
    if (cleanAbsences >= 1 && msSinceDeadline >= ABSENT_AFTER_MS) return true;
    await claims.postpone(claim, {
      seconds: rules.nextLookSeconds(cleanAbsences, msSinceDeadline), state: 'unclear', problem: rules.confirming(claim.target), cleanAbsences: cleanAbsences + 1,
    });
    return false;
  }

  /** A look that was refused proves nothing about the post: it stays in flight until somebody has seen it, or seen twice that it is gone. */
  async function lookAgainLater(claim: Claim, ready: Ready, error: Failure): Promise<void> {
    if (isGone(error)) {
      // Facebook may need a while before it shows what it has just made.
      if (await isReallyAbsent(claim)) await end(claim, { status: 'failed', problem: rules.VANISHED, error });
      return;
    }
    const refusal = rules.refusalOf(error, ready.pageName);
    if (refusal.kind === 'hold') return holdRefused(claim, ready, refusal.problem, error);
    if (refusal.kind === 'pause') await pauses.pause(refusal.scope, claim, refusal.minutes, refusal.problem.code);
    await postponeUnclear(claim, rules.confirming(claim.target), error);
  }

  async function refuse(claim: Claim, ready: Ready, error: Failure): Promise<void> {
    const refusal = rules.refusalOf(error, ready.pageName);
    if (refusal.kind === 'hold') return holdRefused(claim, ready, refusal.problem, error);
    if (refusal.kind === 'pause') await pauses.pause(refusal.scope, claim, refusal.minutes, refusal.problem.code);
    // What a repeated call is refused for may be our own first one: look some more before believing it.
    if (wasSent(claim) && (refusal.kind === 'pause' || claim.attempt.tries < rules.REFUSED_REPEATS)) return postponeUnclear(claim, rules.confirming(claim.target), error, 0);
    if (refusal.kind === 'pause') return end(claim, { status: 'scheduled', problem: refusal.problem, error });
    const problem = isGone(error) && claim.attempt.remoteId !== null ? rules.VANISHED : refusal.problem;
    await end(claim, { status: 'failed', problem, error });
  }

  async function notReady(claim: Claim, { problem, next, waitUntil }: Exclude<Awaited<ReturnType<Preparation['check']>>, Ready>): Promise<void> {
    if (next === 'hold') return hold(claim, problem, null);
    // It may be out already: the attempt stays open, so that no second one is ever made.
    if (wasSent(claim)) return postponeUnclear(claim, problem, null);
    await end(claim, next === 'wait' && !claim.publishNow ? { status: 'scheduled', problem, waitUntil: waitUntil ?? null } : { status: 'failed', problem });
  }

  /** Facebook said no to the page. Where its owner has reconnected it meanwhile, that was said of a token that is no longer used. */
  async function holdRefused(claim: Claim, ready: Ready, problem: PostProblem, error: Failure): Promise<void> {
    const { page } = ready.post;
    if (claim.facebookPageId === null || page === null || await pages.setProblem(claim.facebookPageId, problem, page.token)) return hold(claim, problem, error);
    if (wasSent(claim)) return postponeUnclear(claim, rules.confirming(claim.target), error, 0);
    await claims.postpone(claim, { seconds: 1, state: 'started', problem: null, error, cleanAbsences: 0 });
  }

  /** What was asked for right now fails, so that it does not go out by surprise later; what is planned keeps its place. */
  async function hold(claim: Claim, problem: PostProblem, error: Failure | null): Promise<void> {
    if (claim.facebookPageId !== null && problem.code !== rules.NO_ACCESS.code) await pauses.holdPage(claim.facebookPageId, problem);
    // It may be out already: the attempt stays open, so that no second one is ever made.
    if (wasSent(claim)) return postponeUnclear(claim, problem, error);
    await end(claim, claim.publishNow ? { status: 'failed', problem, error } : { status: 'scheduled', problem, isHeld: true, error });
  }

  async function tryAgainLater(claim: Claim, error: Failure, problem: PostProblem): Promise<void> {
    if (rules.isTooLate(claim)) return end(claim, { status: 'failed', problem: rules.UNREACHABLE, error });
    await claims.postpone(claim, { seconds: rules.backoffSeconds(claim.attempt.tries), state: 'started', problem, error, cleanAbsences: 0 });
  }

  async function postponeUnclear(claim: Claim, problem: PostProblem, error: Failure | null, cleanAbsences = claim.attempt.cleanAbsences): Promise<void> {
    const state = claim.attempt.state === 'processing' ? 'processing' : 'unclear';
    await claims.postpone(claim, { seconds: rules.backoffSeconds(claim.attempt.tries), state, problem, error, cleanAbsences });
  }

  async function end(claim: Claim, to: Unpublished): Promise<void> {
    log.info({ postId: claim.postId, status: to.status, problem: to.problem.code, err: to.error ?? undefined }, 'publish.not-out');
    await claims.settleUnpublished(claim, to);
  }

  function taken(claim: Claim) {
    return (ids: readonly string[]) => claims.takenIds(ids, claim.postId);
  }
}
export type Publisher = ReturnType<typeof publisher>;

/** The visible call was made before, and nobody knows what became of it, or it is still being worked on. */
function wasSent({ attempt }: Claim): boolean {
  return attempt.state === 'sending' || attempt.state === 'unclear' || attempt.state === 'processing';
}
