import type { Logger } from 'pino';
import type { Metrics } from '../../http/metrics.ts';
import type { Networks } from '../../networks/networks.ts';
import type { LostLogin } from '../pages/lost-login.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import type { Claim } from '../publishing/claim.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import type { PausesRepository } from '../publishing/pauses.repository.ts';
import * as rules from '../publishing/rules.ts';
import { LEASE_SECONDS, SEND_TIMEOUT_SECONDS } from '../publishing/timing.ts';
import { firstNos } from './first-no.ts';
import { absence } from './absence.ts';
import { earlierSends } from './earlier-sends.ts';
import { endings } from './endings.ts';
import { isLeaseFresh } from './lease-guard.ts';
import type { Pacing } from './pace.ts';
import { polling } from './poll.ts';
import type { Preparation } from './preparation.ts';
import { preparing, type HeldLease } from './preparing.ts';
import { refusals } from './refusals.ts';
import { settling } from './settling.ts';
import type { Problem } from '../../problems/problem.ts';
import * as problems from '../publishing/problems.ts';
import { wasSent } from './claimed-post.ts';

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
  readonly pace: Pick<Pacing, 'note'>;
  readonly log: Logger;
  /** Resolves when every cooldown that this process knows of is noted. */
  cooldownsRecorded(): Promise<unknown>;
  /** This process is about to end: a long upload stops where it is, and another worker goes on with it. */
  isStopping(): boolean;
  notifyAdministrators(problem: Problem): Promise<void>;
}

/**
 * Takes one claimed post as far as it can get. A crash between any two lines is resumed from the attempt row by the
 * next claim.
 */
export function publisher(deps: Deps) {
  const { claims, notifyAdministrators, pauses, pages, login, preparation, networks, metrics, pace, log, isStopping } =
    deps;
  const { cooldownOf } = cooldowns(deps);
  const ends = endings({ claims, metrics, log, notifyAdministrators });
  const { end, setAside, postponeUnclear, waitForCooldown } = ends;
  const refused = refusals({ claims, pauses, pages, login, networks, endings: ends });
  const { notReady } = refused;
  const settled = settling({ claims, metrics, log, endings: ends, refusals: refused });
  const { settle } = settled;
  const polls = polling({ claims, networks });
  const shared = { claims, log, polling: polls, endings: ends, refusals: refused, settling: settled };
  const { firstNo } = firstNos(shared);
  const { isAbsentAfterAll } = absence(shared);
  const { wasNeverOut } = earlierSends(shared);
  const prepare = preparing({ ...shared, cooldownOf, isStopping });
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

      const lease: HeldLease = { heldSince: claimedAt };
      const prepared = await prepare(claim, ready, lease);
      if (prepared === 'given up') return;
      if (performance.now() - lease.heldSince > RENEW_AFTER_MS && !(await renew(claim, lease))) return;
      const cooldown = await cooldownOf(claim);
      if (cooldown !== null) return waitForCooldown(claim, prepared.id, cooldown);
      const markedSince = performance.now();
      const mark = await claims.markSending(claim, prepared.id, SEND_TIMEOUT_SECONDS);
      pace.note(performance.now() - markedSince);
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

  async function renew(claim: Claim, lease: HeldLease): Promise<boolean> {
    const since = performance.now();
    if (!(await claims.renew(claim))) return false;
    lease.heldSince = since;
    return true;
  }
}

function cooldowns({ pauses, cooldownsRecorded }: Deps) {
  async function cooldownOf(claim: Claim): Promise<number | null> {
    await cooldownsRecorded();
    return pauses.cooldownOf(claim);
  }

  return { cooldownOf };
}
export type Publisher = ReturnType<typeof publisher>;
