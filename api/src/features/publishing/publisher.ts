import type { Logger } from 'pino';
import type { Environment } from '../../contract/common.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import type { Metrics } from '../../http/metrics.ts';
import { needsReconnect } from '../pages/page-problems.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import type { PostProblem } from '../posts/post.ts';
import { LEASE_SECONDS, type Claim, type ClaimsRepository } from './claims.repository.ts';
import * as rules from './rules.ts';
import { isUnclear, type Failure, type Outgoing, type Sent, type Target } from './target.ts';

/** Facebook's answer to the visible call is waited for this long; well inside what the guard leaves of a lease. */
const SEND_TIMEOUT_SECONDS = 20;

interface Deps {
  readonly claims: ClaimsRepository;
  readonly pages: PagesRepository;
  readonly target: Target;
  readonly adminIds: readonly string[];
  readonly metrics: Metrics;
  readonly log: Logger;
  facebookApp(environment: Environment): FacebookApp | null;
}

/** Takes one claimed post as far as it can get. A crash between any two lines is resumed from the attempt row by the next claim. */
export function publisher({ claims, pages, target, adminIds, metrics, log, facebookApp }: Deps) {
  return {
    async publishClaimed(claim: Claim, claimedAt: number): Promise<void> {
      const outgoing = await readyToGo(claim);
      if (outgoing === null) return;
      const { attempt } = claim;

      if (wasSent(claim)) {
        // Never send again after an unclear answer: Facebook is known to answer 500 and publish all the same.
        const outcome = await target.observe(outgoing.post, { remoteId: attempt.remoteId, sentAt: attempt.sentAt ?? claim.scheduledAt });
        if (outcome.kind === 'refused') return lookAgainLater(claim, outgoing.pageName, outcome.error);
        if (outcome.kind !== 'absent') return settle(claim, outgoing.pageName, outcome);
        if (!target.isCommitRepeatable && !(await isReallyAbsent(claim))) return;
      }

      const preparedId = await prepare(claim, outgoing.post, outgoing.pageName);
      if (preparedId === 'given up') return;
      if (isLeaseHalfUsed(claimedAt)) return; // Whoever claims it next goes on from the object that is stored.
      if (!(await claims.markSending(claim, SEND_TIMEOUT_SECONDS))) return; // Deleted, or taken over meanwhile.
      // The write above may have waited: the guard is read last, just before the one visible call.
      if (isLeaseHalfUsed(claimedAt)) return;
      await settle(claim, outgoing.pageName, await target.commit(outgoing.post, preparedId));
    },
  };

  /** The page and its token as they are now; null when the post cannot go out, and its owner has been told why. */
  async function readyToGo(claim: Claim): Promise<{ post: Outgoing; pageName: string } | null> {
    const found = claim.facebookPageId === null ? null : await pages.forPublishing(claim.facebookPageId);
    const app = facebookApp(claim.environment);
    if (claim.owner.access !== 'whitelist' && !adminIds.includes(claim.owner.facebookId)) return hold(claim, rules.NO_ACCESS);
    if (found === null || found.isRemoved) return end(claim, { status: 'failed', problem: rules.PAGE_REMOVED });
    if (app === null) return end(claim, { status: 'failed', problem: rules.NO_APP });
    if (found.token === null || found.page.problem !== null) return hold(claim, found.page.problem ?? needsReconnect(found.page.name));
    return {
      pageName: found.page.name,
      post: { postId: claim.postId, content: claim.content, pageId: found.page.pageId, pageToken: found.token, app },
    };
  }

  /** @returns the id of the invisible object, null where the target makes none, or 'given up' */
  async function prepare(claim: Claim, post: Outgoing, pageName: string): Promise<string | null | 'given up'> {
    if (claim.attempt.remoteId !== null) return claim.attempt.remoteId;
    try {
      const preparedId = await target.prepare(post);
      if (preparedId === null) return null;
      return (await claims.recordCreated(claim, preparedId)) ? preparedId : 'given up';
    } catch (error) {
      const failure = asFailure(error);
      // Nothing is visible yet, so a lost answer costs nothing but an orphan that nobody sees.
      if (isUnclear(failure)) await tryAgainLater(claim, failure);
      else await refuse(claim, pageName, failure);
      return 'given up';
    }
  }

  async function settle(claim: Claim, pageName: string, outcome: Sent): Promise<void> {
    metrics.outcomes.inc({ target: 'facebook', outcome: outcome.kind });
    switch (outcome.kind) {
      case 'published':
        if (!(await claims.settlePublished(claim, outcome.remoteId, outcome.permalinkUrl))) log.warn({ postId: claim.postId }, 'publish.settled-by-another');
        return;
      case 'refused':
        return refuse(claim, pageName, outcome.error);
      case 'unclear':
        log.warn({ postId: claim.postId, attemptId: claim.attempt.id, err: outcome.error }, 'publish.unclear');
        await claims.postpone(claim, {
          seconds: rules.backoffSeconds(claim.attempt.tries), state: 'unclear', problem: rules.CONFIRMING, error: outcome.error, cleanAbsences: claim.attempt.cleanAbsences,
        });
    }
  }

  /** Two clean looks, the later long enough after the call's deadline; until then the post waits for another look. */
  async function isReallyAbsent(claim: Claim): Promise<boolean> {
    const { cleanAbsences, sendingDeadline } = claim.attempt;
    const msSinceDeadline = Date.now() - (sendingDeadline ?? claim.scheduledAt).getTime();
    if (cleanAbsences >= 1 && msSinceDeadline >= rules.ABSENT_AFTER_MS) return true;
    await claims.postpone(claim, {
      seconds: rules.nextLookSeconds(cleanAbsences, msSinceDeadline), state: 'unclear', problem: rules.CONFIRMING, error: null, cleanAbsences: cleanAbsences + 1,
    });
    return false;
  }

  /** A look that was refused proves nothing about the post: it stays in flight until somebody has seen it, or seen twice that it is gone. */
  async function lookAgainLater(claim: Claim, pageName: string, error: Failure): Promise<void> {
    if (error instanceof GraphError && error.isGone) {
      // Facebook may need a while before it shows what it has just made.
      if (await isReallyAbsent(claim)) await end(claim, { status: 'failed', problem: rules.VANISHED, error });
      return;
    }
    const refusal = rules.refusalOf(error, pageName);
    if (refusal.kind === 'hold') {
      if (claim.facebookPageId !== null) await pages.setProblem(claim.facebookPageId, refusal.problem);
      await hold(claim, refusal.problem, error);
      return;
    }
    if (refusal.kind === 'pause') await claims.pause(refusal.scope, claim, refusal.minutes, refusal.problem.code);
    await claims.postpone(claim, {
      seconds: rules.backoffSeconds(claim.attempt.tries), state: 'unclear', problem: rules.CONFIRMING, error, cleanAbsences: claim.attempt.cleanAbsences,
    });
  }

  async function refuse(claim: Claim, pageName: string, error: Failure): Promise<void> {
    if (wasSent(claim) && error instanceof GraphError && error.kind === 'duplicate' && claim.attempt.tries < rules.DUPLICATE_LOOKS) {
      // What it repeats may be our own first try: look before believing it.
      await claims.postpone(claim, { seconds: rules.backoffSeconds(claim.attempt.tries), state: 'unclear', problem: rules.CONFIRMING, error, cleanAbsences: 0 });
      return;
    }
    if (error instanceof GraphError && error.isGone && claim.attempt.remoteId !== null) {
      await end(claim, { status: 'failed', problem: rules.VANISHED, error });
      return;
    }
    const refusal = rules.refusalOf(error, pageName);
    if (refusal.kind === 'fail') {
      await end(claim, { status: 'failed', problem: refusal.problem, error });
    } else if (refusal.kind === 'hold') {
      if (claim.facebookPageId !== null) await pages.setProblem(claim.facebookPageId, refusal.problem);
      await hold(claim, refusal.problem, error);
    } else {
      await claims.pause(refusal.scope, claim, refusal.minutes, refusal.problem.code);
      await end(claim, { status: 'scheduled', problem: refusal.problem, error });
    }
  }

  /** What was asked for right now fails, so that it does not go out by surprise later; what is planned keeps its place. */
  async function hold(claim: Claim, problem: PostProblem, error: Failure | null = null): Promise<null> {
    if (claim.facebookPageId !== null) await claims.holdPage(claim.facebookPageId, problem);
    if (wasSent(claim)) {
      // It may be out already: the attempt stays open, so that no second one is ever made.
      await claims.postpone(claim, { seconds: rules.backoffSeconds(claim.attempt.tries), state: 'unclear', problem, error, cleanAbsences: claim.attempt.cleanAbsences });
      return null;
    }
    return end(claim, claim.publishNow ? { status: 'failed', problem, error } : { status: 'scheduled', problem, isHeld: true, error });
  }

  async function tryAgainLater(claim: Claim, error: Failure): Promise<void> {
    if (Date.now() - claim.scheduledAt.getTime() > rules.MISSED_AFTER_MINUTES * 60_000) {
      await end(claim, { status: 'failed', problem: rules.UNREACHABLE, error });
      return;
    }
    await claims.postpone(claim, { seconds: rules.backoffSeconds(claim.attempt.tries), state: 'started', problem: rules.RETRYING, error, cleanAbsences: 0 });
  }

  async function end(claim: Claim, to: { status: 'failed' | 'scheduled'; problem: PostProblem; isHeld?: boolean; error?: Failure | null }): Promise<null> {
    log.info({ postId: claim.postId, status: to.status, problem: to.problem.code, err: to.error ?? undefined }, 'publish.not-out');
    await claims.settleUnpublished(claim, { isHeld: false, error: null, ...to });
    return null;
  }
}
export type Publisher = ReturnType<typeof publisher>;

/** The visible call was made before, and nobody knows what became of it. */
function wasSent({ attempt }: Claim): boolean {
  return attempt.state === 'sending' || attempt.state === 'unclear';
}

/** The monotonic clock does not jump: more than half a lease used means that another worker may soon be at it. */
function isLeaseHalfUsed(claimedAt: number): boolean {
  return performance.now() - claimedAt > (LEASE_SECONDS * 1000) / 2;
}

function asFailure(error: unknown): Failure {
  if (error instanceof GraphError || error instanceof GraphTransportError) return error;
  throw error;
}
