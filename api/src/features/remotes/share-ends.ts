import type { Knex } from 'knex';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { endShareByMove } from './moving-releases.repository.ts';
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

    async end(actor: Actor, share: Share, state: 'aborted', how: How): Promise<Share> {
      const ended = await endShare(db, { actor, share, state, how });
      await shown.unshare(ended);
      return ended;
    },

    /**
     * Processes of releases that knew of no shares move versions, too, while an upgrade is under way: what they made
     * current is for everybody.
     * @returns whether the share was over
     */
    async endIfMoved(share: Share): Promise<boolean> {
      const { name } = share;
      const isOver = await db.transaction(async (trx) => {
        const registry = remotesRepository(trx);
        if ((await registry.currentVersion(name)) === share.baseVersion) return false;
        const { isOwn } = await registry.lockPointer(name);
        const [current, growing] = [
          await registry.currentVersion(name),
          await releaseSharesRepository(trx).growingOf(name),
        ];
        if (growing?.id === share.id && current !== null && current !== share.baseVersion)
          await endShareByMove(trx, name, current, isOwn ? 'team' : 'product');
        return true;
      });
      if (isOver) await shown.unshare(share);
      return isOver;
    },
  };
}

interface End {
  readonly actor: Actor;
  readonly share: Share;
  readonly state: 'aborted' | 'taken-back';
  readonly how: How;
}

/**
 * Everybody gets what is current. The version is kept, and is to be forgotten as one that is shown.
 * @throws ShareChangedError where it has ended already
 */
export function endShare(db: Knex, { actor, share: { id, name }, state, how }: End): Promise<Share> {
  return db.transaction(async (trx) => {
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
}
