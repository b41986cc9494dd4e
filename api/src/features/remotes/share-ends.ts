import type { Knex } from 'knex';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { releaseSharesRepository, type Share } from './release-shares.repository.ts';
import type { ReleasesService } from './releases.service.ts';
import { remotesRepository } from './remotes.repository.ts';
import { changedSince, type How } from './share-growth.ts';
import { extentWords, factsOf } from './share-words.ts';
import type { ShownVersions } from './shown-versions.ts';

export interface EndDeps {
  readonly db: Knex;
  readonly shown: ShownVersions;
  readonly releases: Pick<ReleasesService, 'moveTo'>;
}

/** How a share ends by itself or by somebody: everybody gets its version, or nobody. */
export function endsOf({ db, shown, releases }: EndDeps) {
  return {
    /** Everybody gets the version, in one transaction with the end of the share. */
    async promote(actor: Actor, share: Share, { reason, ...how }: How): Promise<Share> {
      const { id, name, version, percent } = share;
      let promoted = share;
      await releases.moveTo(actor, name, version, null, {
        ...how,
        provenance: { ...how.provenance, sharedBefore: extentWords(share) },
        endShare: async (trx) => {
          const ended = await releaseSharesRepository(trx).end(id, 'promoted', reason);
          if (ended === null || ended.percent !== percent) throw changedSince(name);
          promoted = ended;
        },
      });
      return promoted;
    },

    /**
     * Everybody gets what is current. The version is kept.
     * @throws ShareChangedError where it has ended already
     */
    async end(actor: Actor, { id, name }: Share, state: 'aborted' | 'taken-back', how: How): Promise<Share> {
      const share = await db.transaction(async (trx) => {
        await remotesRepository(trx).lockPointer(name);
        const ended = await releaseSharesRepository(trx).end(id, state, how.reason);
        if (ended === null) throw changedSince(name);
        await auditRepository(trx).record(actor, {
          action: `releases.share-${state}`,
          subject: name,
          before: factsOf(ended),
          after: { version: ended.baseVersion, ...how.provenance },
        });
        return ended;
      });
      await shown.unshare(share);
      return share;
    },
  };
}
