import type { Logger } from 'pino';
import { AppError } from '../../http/errors.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Actor } from '../audit/audit.repository.ts';
import type { Share } from './release-shares.repository.ts';
import { ShareChangedError } from './share-growth.ts';
import type { SharesService } from './shares.service.ts';
import { UnknownKeyError } from './trust.ts';

interface Deps {
  readonly shares: Pick<SharesService, 'due' | 'isOverdue' | 'advance' | 'end' | 'endMoved'>;
  /** Whether its version may go to more people by itself; asked at each poll while a step is due. */
  readonly mayGrow: (share: Share) => Promise<boolean>;
  /** Pagecast itself. */
  readonly actor: () => Actor;
  readonly log: Logger;
}

/** Until then a new key of `RELEASE_KEYS` has come to every process, and those that know it take the step. */
const KEYS_SPREAD_MINUTES = 60;

/**
 * Takes the steps of plans whose time has come. Several processes may do it at once: one takes each step. A share whose
 * next step is refused ends, since nobody may be there to mend it.
 */
export function growShares({ shares, mayGrow, actor, log }: Deps) {
  return {
    name: 'grow-shares',
    rule: '*/15 * * * * *',
    async run() {
      await shares.endMoved();
      for (const share of await shares.due()) {
        if (!(await mayGrow(share))) continue;
        await shares.advance(actor(), share, PLANNED).catch(async (error: unknown) => {
          if (error instanceof ShareChangedError) return;
          if (!(error instanceof AppError)) throw error;
          const facts = { remote: share.name, version: share.version, reason: error.message };
          if (error instanceof UnknownKeyError && !(await shares.isOverdue(share, KEYS_SPREAD_MINUTES)))
            return log.info(facts, 'release-share.left-to-others');
          log.warn(facts, 'release-share.cannot-grow');
          const reason = { code: 'refused', params: { said: error.message } } as const;
          await shares.end(actor(), share, 'aborted', { reason }).catch(ignoreChanged);
        });
      }
    },
  } satisfies Job;
}

const PLANNED = { reason: { code: 'planned', params: {} } } as const;

function ignoreChanged(error: unknown): void {
  if (!(error instanceof ShareChangedError)) throw error;
}
