import type { Claim } from '../../../api/src/features/publishing/claim.ts';
import type { ClaimsRepository } from '../../../api/src/features/publishing/claims.repository.ts';
import type { Preparation } from '../../../api/src/features/loop/preparation.ts';
import { isFailure } from '../../../api/src/networks/failure.ts';

const RETRY_AFTER_SECONDS = 2;
const UNKNOWN = {
  code: 'refused',
  action: 'edit',
  params: { target: 'facebook', page: null, said: 'Refused.' },
} as const;

/** The usual worker of a queue: what did not answer with a success is sent again, from the beginning. */
export function publisher({ claims, preparation }: { claims: ClaimsRepository; preparation: Preparation }) {
  return {
    async publishClaimed(claim: Claim): Promise<void> {
      const ready = await preparation.check(claim);
      if ('problem' in ready) {
        await claims.settleUnpublished(claim, { status: 'failed', problem: ready.problem });
        return;
      }
      try {
        const id = await ready.target.prepare(ready.post, {}, () => Promise.resolve(true));
        const outcome = await ready.target.commit(ready.post, { id: id === 'lost' ? null : id, checkpoint: {} });
        if (outcome.kind === 'published' || outcome.kind === 'processing') {
          await claims.settlePublished(claim, outcome.remoteId, null);
          return;
        }
        if (outcome.kind === 'refused') {
          await claims.settleUnpublished(claim, { status: 'failed', problem: UNKNOWN, error: outcome.error });
          return;
        }
      } catch (error) {
        if (!isFailure(error)) throw error;
      }
      // Such workers know no pages: the next post of the page goes out meanwhile.
      await claims.postpone(claim, { seconds: RETRY_AFTER_SECONDS, state: 'started', problem: null, freesPage: true });
    },
  };
}
