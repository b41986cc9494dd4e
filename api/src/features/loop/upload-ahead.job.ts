import type { Logger } from 'pino';
import type { Job } from '../../jobs/jobs.ts';
import type { AheadRepository } from '../publishing/ahead.repository.ts';
import type { StoredUpload } from '../../contract/problems.ts';
import type { Claim } from '../publishing/claim.ts';
import type { Preparation } from './preparation.ts';
import type { PausesRepository } from '../publishing/pauses.repository.ts';
import { UPLOADED_AHEAD, uploading } from '../publishing/problems.ts';
import { isFailure, isUnclear } from '../../networks/failure.ts';
import type { Networks } from '../../networks/networks.ts';
import type { SentSoFar } from '../../networks/target.ts';

/** Facebook keeps what was begun for about a day; an hour leaves room for a gigabyte over a slow line. */
const MINUTES_AHEAD = 60;
/** Uploads of one process beside those of posts that are due. */
const AT_ONCE = 2;
const RETRY_SECONDS = [60, 180, 600] as const;

interface Deps {
  readonly ahead: AheadRepository;
  readonly pauses: PausesRepository;
  readonly preparation: Preparation;
  readonly networks: Networks;
  readonly log: Logger;
  isStopping(): boolean;
  /** Posts have moved, which their owners' screens may be told. */
  moved(): void;
}

/**
 * Brings the files of planned posts to Facebook before their time, where nobody sees them: what is left at nine o'clock
 * is to show them, so nine means nine. A failure here says nothing yet; the post's own turn tries again, and tells its
 * owner.
 */
export function uploadsAhead({ ahead, pauses, preparation, networks, log, isStopping, moved }: Deps): {
  readonly job: Job;
  settled(): Promise<void>;
} {
  const inFlight = new Set<Promise<void>>();

  async function bring(claim: Claim): Promise<void> {
    const ready = await preparation.check(claim);
    const upload = 'problem' in ready ? undefined : ready.target.uploadAhead;
    if ('problem' in ready || upload === undefined) return ahead.putOff(claim, RETRY_SECONDS[2]);
    try {
      const end = await upload(ready.post, claim.attempt.checkpoint, async (checkpoint, soFar) => {
        const isOurs = await ahead.saveCheckpoint(claim, checkpoint, soFar === undefined ? null : progressOf(soFar));
        moved();
        return isOurs && !isStopping() && (await pauses.cooldownOf(claim)) === null;
      });
      if (end === 'done') await ahead.done(claim, UPLOADED_AHEAD);
      else await ahead.putOff(claim, 0);
      moved();
    } catch (error) {
      if (!isFailure(error)) throw error;
      log.info({ postId: claim.postId, err: error }, 'publish.not-ahead');
      const refusal = isUnclear(error) ? null : networks.of(claim.target).refusalOf(error, ready.pageName, claim.now());
      if (refusal?.kind === 'pause') await pauses.pause(refusal.scope, claim, refusal.minutes, refusal.problem.code);
      await ahead.putOff(
        claim,
        RETRY_SECONDS[Math.min(claim.attempt.tries, RETRY_SECONDS.length - 1)] ?? RETRY_SECONDS[2],
      );
    }
  }

  function start(claim: Claim): void {
    // Its lease runs out, and somebody takes it up again.
    const work: Promise<void> = bring(claim)
      .catch((error: unknown) => log.error({ err: error, postId: claim.postId }, 'publish.ahead-crashed'))
      .finally(() => inFlight.delete(work));
    inFlight.add(work);
  }

  return {
    job: {
      name: 'upload-ahead',
      rule: '*/10 * * * * *',
      async run() {
        await ahead.forgetOver();
        const room = isStopping() ? 0 : AT_ONCE - inFlight.size;
        // A long one keeps nobody waiting: what ends meanwhile makes room for the next turn.
        if (room > 0) for (const claim of await ahead.claim(MINUTES_AHEAD, room)) start(claim);
      },
    },

    async settled() {
      await Promise.all(inFlight);
    },
  };
}

function progressOf(soFar: SentSoFar): StoredUpload {
  const { code, params } = uploading(soFar);
  return { code, params };
}
