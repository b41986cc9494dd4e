import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { leaseRepository } from '../backup-marks/backup-lease.repository.ts';
import type { MediaStorage } from './media-storage.ts';
import { mediaRepository } from './media.repository.ts';
import { uploadsRepository } from './uploads.repository.ts';

const SWEEP_AT_ONCE = 500;

interface Deps {
  readonly db: Knex;
  readonly storage: MediaStorage;
}

/** Removes rows first and bytes after them, once no row needs them. */
export function removingMedia({ db, storage }: Deps) {
  const files = mediaRepository(db);
  const uploads = uploadsRepository(db);

  /** Removes the bytes that no row needs any more. */
  async function removeUnneeded(hashes: readonly string[]): Promise<void> {
    for (const sha256 of hashes) {
      const afterwards = await db.transaction(async (trx) => {
        const rows = mediaRepository(trx);
        await rows.lockHash(sha256);
        if ((await rows.used([sha256])).size > 0) return null;
        // A backup copies what was used when it began. What stays now the sweep takes.
        return (await leaseRepository(trx).isRunning()) ? null : storage.remove(trx, sha256);
      });
      // Nobody can reach the bytes any more; where the storage is away, the sweep takes them.
      await afterwards?.().catch(() => {});
    }
  }

  return {
    removeUnneeded,

    /** Removes files of the owner, whatever they belong to; with 'all' also what is on its way here. */
    async remove(owner: Owner, ids: readonly number[] | 'all'): Promise<void> {
      if (ids === 'all') for (const id of await uploads.forget(owner, 'all')) await storage.dropParts(id);
      if (ids.length === 0) return;
      await removeUnneeded(await files.forget(owner, ids));
    },

    /** Removes files that no post has had since before `before`, and uploads that began before it. */
    async sweepUnused(before: Date): Promise<void> {
      for (const id of await uploads.forgetOlder(before)) await storage.dropParts(id);
      let hashes: string[];
      do {
        hashes = await files.forgetUnused(before, SWEEP_AT_ONCE);
        await removeUnneeded(hashes);
      } while (hashes.length > 0);
    },

    /**
     * Removes bytes that have been there since before `before` and that no row knows: a crash, or a deleted account,
     * left them.
     */
    async sweepStorage(before: Date): Promise<void> {
      for await (const kept of storage.keptBefore(before)) {
        const used = await files.used(kept);
        await removeUnneeded(kept.filter((sha256) => !used.has(sha256)));
      }
      for await (const drawn of storage.thumbnailsBefore(before)) {
        const used = await files.used(drawn);
        for (const sha256 of drawn) if (!used.has(sha256)) await storage.removeThumbnail(sha256);
      }
      await storage.removeStale(before);
    },
  };
}
