import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import type { OutgoingMedia } from '../publishing/target.ts';
import { decodeDataUrl } from './data-url.ts';
import type { MediaStorage } from './media-storage.ts';
import { typeOf, type MediaKind } from './media-types.ts';
import { mediaRepository } from './media.repository.ts';

const SWEEP_AT_ONCE = 500;

/** The files of posts: rows in the database, bytes in the storage, and never one for long without the other. */
export function mediaService({ db, storage }: { db: Knex; storage: MediaStorage }) {
  const files = mediaRepository(db);

  /** Removes the bytes that no row needs any more. */
  async function removeUnneeded(hashes: readonly string[]): Promise<void> {
    for (const sha256 of hashes) {
      await db.transaction(async (trx) => {
        const rows = mediaRepository(trx);
        await rows.lockHash(sha256);
        if ((await rows.used([sha256])).size === 0) await storage.remove(sha256);
      });
    }
  }

  return {
    /**
     * Stores a file that came as a data URL. It belongs to no post yet.
     * @returns its id
     * @throws InvalidInputError for what cannot be read or is of another type; PayloadTooLargeError over 10 MB
     */
    async take(owner: Owner, kind: MediaKind, dataUrl: string): Promise<number> {
      const received = await storage.receive(decodeDataUrl(dataUrl));
      try {
        const { sha256, bytes } = received;
        const mimeType = await typeOf(kind, received.path);
        return await db.transaction(async (trx) => {
          const rows = mediaRepository(trx);
          await rows.lockHash(sha256);
          await storage.keep(received);
          return rows.add(owner, { sha256, mimeType, bytes, altText: null });
        });
      } finally {
        await storage.discard(received);
      }
    },

    /** Gives stored files to a post, in this order, in the transaction that makes it. */
    attach: (trx: Knex, owner: Owner, ids: readonly number[], postId: number) => mediaRepository(trx).attach(owner, ids, postId),

    /** Gives a copy of a post the files of the original, in the transaction that makes it. The bytes are there once. */
    async copy(trx: Knex, fromPostId: number, toPostId: number): Promise<void> {
      const rows = mediaRepository(trx);
      const hashes = (await rows.ofPost(fromPostId)).map(({ sha256 }) => sha256);
      // In one order everywhere, so that two copies never wait for each other.
      for (const sha256 of [...new Set(hashes)].toSorted()) await rows.lockHash(sha256);
      await rows.copy(fromPostId, toPostId);
    },

    /** What goes out with a post, in order. */
    async forPost(postId: number): Promise<OutgoingMedia[]> {
      return (await files.ofPost(postId)).map(({ id, sha256, mimeType, bytes, altText }) => ({ id, path: storage.pathOf(sha256), mimeType, bytes, altText }));
    },

    /** Removes files of the owner, whatever they belong to. */
    async remove(owner: Owner, ids: readonly number[] | 'all'): Promise<void> {
      if (ids.length === 0) return;
      await removeUnneeded(await files.forget(owner, ids));
    },

    /** Removes files that no post has had since before `before`. */
    async sweepUnused(before: Date): Promise<void> {
      let hashes: string[];
      do {
        hashes = await files.forgetUnused(before, SWEEP_AT_ONCE);
        await removeUnneeded(hashes);
      } while (hashes.length > 0);
    },

    /** Removes bytes that have been there since before `before` and that no row knows: a crash, or a deleted account, left them. */
    async sweepStorage(before: Date): Promise<void> {
      for await (const kept of storage.keptBefore(before)) {
        const used = await files.used(kept);
        await removeUnneeded(kept.filter((sha256) => !used.has(sha256)));
      }
      await storage.removeForsaken(before);
    },
  };
}
export type MediaService = ReturnType<typeof mediaService>;
