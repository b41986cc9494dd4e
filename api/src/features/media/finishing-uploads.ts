import type { Knex } from 'knex';
import type { MediaKind } from '../../contract/media.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, InvalidInputError, NotFoundError, PayloadTooLargeError } from '../../http/errors.ts';
import type { Accepting } from './accepting.ts';
import type { MediaStorage } from './media-storage.ts';
import { mediaRepository, need, type MediaFile } from './media.repository.ts';
import { uploadsRepository, type Upload } from './uploads.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly storage: MediaStorage;
  readonly accepting: Accepting;
}

/** Makes files of uploads that came in parts. */
export function finishingUploads({ db, storage, accepting: { inTurn, accept, keep } }: Deps) {
  const files = mediaRepository(db);
  const uploads = uploadsRepository(db);

  /** What became of an upload that is whole; null while it is none. */
  async function fileOf(owner: Owner, upload: Upload | null, where = files): Promise<MediaFile | null> {
    const known = upload?.mediaFileId ?? null;
    return known === null ? null : need(await where.find(owner, known));
  }

  async function finish(owner: Owner, id: string, kind: MediaKind): Promise<MediaFile> {
    const upload = await uploads.find(owner, id);
    const known = await fileOf(owner, upload);
    if (known !== null) return known;
    const length = upload === null ? null : await storage.lengthOf(id);
    if (upload === null || length === null) throw goneUpload();
    if (length < upload.bytes) throw new ConflictError("The file hasn't finished uploading yet.");
    const isShared = upload.writers.length !== 1 || upload.writers[0] !== storage.writer;
    const received = await storage.completeParts(id, isShared);
    try {
      const file = await accept(kind, received, (checked, facts) =>
        db.transaction(async (trx) => {
          const rows = uploadsRepository(trx);
          const now = await rows.lock(owner, id);
          if (now === null) throw goneUpload();
          // The same was asked twice, and the other was faster.
          const other = await fileOf(owner, now, mediaRepository(trx));
          if (other !== null) return other;
          const file = await keep(trx, owner, checked, facts, { name: now.name });
          await rows.finish(owner, id, file.id);
          return file;
        }),
      );
      await storage.dropParts(id);
      return file;
    } finally {
      if (received.isCopy) await storage.discard(received);
    }
  }

  return {
    /**
     * Checks an upload whose bytes are all there; the same again answers the same file. What is refused is gone.
     * @throws what `accept` throws
     */
    async finishUpload(owner: Owner, id: string, kind: MediaKind): Promise<MediaFile> {
      try {
        return await inTurn(owner.userId, () => finish(owner, id, kind));
      } catch (error) {
        // Where the same was asked twice, one may have taken the bytes from under the other.
        const known = await fileOf(owner, await uploads.find(owner, id));
        if (known !== null) return known;
        if (error instanceof InvalidInputError || error instanceof PayloadTooLargeError) {
          await uploads.forget(owner, id);
          await storage.dropParts(id);
        }
        throw error;
      }
    },
  };
}

function goneUpload(): NotFoundError {
  return new NotFoundError('This upload is no longer available. Choose the file again.');
}
