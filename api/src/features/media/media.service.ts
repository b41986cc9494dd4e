import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { MAX_PHOTOS, type MediaKind } from '../../contract/media.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, InvalidInputError, NotFoundError, PayloadTooLargeError } from '../../http/errors.ts';
import { turns } from '../../http/turns.ts';
import type { OutgoingMedia } from '../../networks/target.ts';
import { problemsOfVideo, readVideo } from './video-file.ts';
import { receiveAll, type MediaStorage, type Received } from './media-storage.ts';
import { checkSize, refused, typeOf } from './media-types.ts';
import { openFile } from './open-file.ts';
import { mediaRepository, type MediaFile, type MediaRepository, type Place } from './media.repository.ts';
import type { Picture } from './drawing.ts';
import { pictureOf } from './pictures.ts';
import { uploadsRepository, type Upload } from './uploads.repository.ts';

const SWEEP_AT_ONCE = 500;

/** Files that are looked at, drawn and hashed: four at a time bound the memory that pictures take. */
const TURNS = {
  atOnce: 4,
  perPerson: 2,
  waiting: 20,
  refusal: (count: number) =>
    `We are still working on ${count} of your files. Wait until some of them are ready, then send this one again.`,
};

/** What a file is, once it has been looked at. */
type Facts = Pick<MediaFile, 'kind' | 'mimeType' | 'width' | 'height' | 'durationSeconds'>;

interface Deps {
  readonly db: Knex;
  readonly storage: MediaStorage;
  /** Draws the picture of a file anew. */
  readonly draw?: (file: string) => Promise<Picture>;
}

/** What a new post brings along: stored files by their ids, or one that came with the request itself. */
export type PostFiles = readonly Place[] | Received;

/** The files of posts: rows in the database, bytes in the storage, and never one for long without the other. */
export function mediaService({ db, storage, draw = pictureOf }: Deps) {
  const files = mediaRepository(db);
  const uploads = uploadsRepository(db);
  const inTurn = turns(TURNS);

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

  /**
   * Checks what has come in, draws pictures anew, and hands what is to be kept to `keepIt`. What is not kept is left to the caller to discard.
   * No transaction is open while it looks: that may take seconds.
   * @param kind what it is for; null takes it for what it is
   * @throws InvalidInputError with a sentence that says what to change; PayloadTooLargeError over the limit of its kind
   */
  async function accept(
    kind: MediaKind | null,
    received: Received,
    keepIt: (checked: Received, facts: Facts) => Promise<MediaFile>,
  ): Promise<MediaFile> {
    const type = await typeOf(kind, received.path);
    checkSize(type.kind, received.bytes);
    if (type.kind === 'image') {
      const { data, mimeType, width, height } = await draw(received.path);
      const drawn = await receiveAll(storage, Readable.from([data]));
      try {
        return await keepIt(drawn, { kind: 'image', mimeType, width, height, durationSeconds: null });
      } finally {
        await storage.discard(drawn);
      }
    }
    const video = await readVideo(received.path);
    checkVideo(type.kind, video);
    return keepIt(received, {
      kind: type.kind,
      mimeType: type.mimeType,
      width: video.width,
      height: video.height,
      durationSeconds: video.seconds,
    });
  }

  function keep(trx: Knex, owner: Owner, received: Received, facts: Facts): Promise<MediaFile> {
    return trx.transaction(async (inner) => {
      const rows = mediaRepository(inner);
      await rows.lockHash(received.sha256);
      // The account may be gone by now: then nothing is kept.
      const file = await rows.add(owner, { sha256: received.sha256, bytes: received.bytes, ...facts });
      await storage.keep(received);
      return file;
    });
  }

  const acceptAtOnce = (owner: Owner, kind: MediaKind | null, received: Received): Promise<MediaFile> =>
    inTurn(owner.userId, () => accept(kind, received, (checked, facts) => keep(db, owner, checked, facts)));

  /** What became of an upload that is whole; null while it is none. */
  async function fileOf(owner: Owner, upload: Upload | null): Promise<MediaFile | null> {
    const known = upload?.mediaFileId ?? null;
    return known === null ? null : need(await files.find(owner, known));
  }

  async function finish(owner: Owner, id: string, kind: MediaKind): Promise<MediaFile> {
    const upload = await uploads.find(owner, id);
    const known = await fileOf(owner, upload);
    if (known !== null) return known;
    const length = upload === null ? null : await storage.lengthOf(id);
    if (upload === null || length === null) throw goneUpload();
    if (length < upload.bytes) throw new ConflictError('The file has not come in whole yet.');
    const isShared = upload.writers.length !== 1 || upload.writers[0] !== storage.writer;
    const received = await storage.completeParts(id, isShared);
    try {
      return await accept(kind, received, (checked, facts) =>
        db.transaction(async (trx) => {
          const rows = uploadsRepository(trx);
          const now = await rows.lock(owner, id);
          if (now === null) throw goneUpload();
          // The same was asked twice, and the other was faster.
          const other = await fileOf(owner, now);
          if (other !== null) return other;
          const file = await keep(trx, owner, checked, facts);
          await rows.finish(owner, id, file.id);
          await storage.dropParts(id);
          return file;
        }),
      );
    } finally {
      if (isShared) await storage.discard(received);
    }
  }

  /** Stored files for a new post, in the order asked for. @throws InvalidInputError when one is gone, or of another kind */
  async function chosen(owner: Owner, kind: MediaKind, places: readonly Place[]): Promise<readonly Place[]> {
    if (places.length > (kind === 'image' ? MAX_PHOTOS : 1))
      throw refused(kind === 'image' ? `A post has at most ${MAX_PHOTOS} photos.` : 'A post has one video.');
    const ids = places.map(({ id }) => id);
    const found = await files.ofOwner(owner, ids);
    if (found.length !== new Set(ids).size || found.length !== places.length) throw gone();
    for (const file of found) if (file.kind !== kind) await checkAs(kind, file);
    return places;
  }

  /** A video may turn out to be meant as a reel. */
  async function checkAs(kind: MediaKind, file: MediaFile): Promise<void> {
    await typeOf(kind, storage.pathOf(file.sha256));
    if (kind !== 'image') checkVideo(kind, await readVideo(storage.pathOf(file.sha256)));
  }

  return {
    /** Stores a whole file as it comes. It belongs to no post yet. @throws what `accept` throws; StorageFullError without room */
    async store(owner: Owner, kind: MediaKind | null, chunks: AsyncIterable<Uint8Array>): Promise<MediaFile> {
      const received = await receiveAll(storage, limited(kind, chunks));
      try {
        if (received.bytes === 0) throw refused('The file is empty. Choose another one.');
        return await acceptAtOnce(owner, kind, received);
      } finally {
        await storage.discard(received);
      }
    },

    /** Checks an upload whose bytes are all there; the same again answers the same file. What is refused is gone. @throws what `accept` throws */
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

    /** A file, open for reading; the caller closes it. @throws NotFoundError when it is not the owner's, or cannot be read here */
    async read(owner: Owner, id: number): Promise<{ file: MediaFile; handle: FileHandle }> {
      const file = need(await files.find(owner, id));
      return { file, handle: await openFile(storage.pathOf(file.sha256), file.bytes) };
    },

    /** Removes a file that is in no post. @throws NotFoundError when there is none */
    async removeUnused(owner: Owner, id: number): Promise<void> {
      const hash = await files.forgetUnusedOf(owner, id);
      if (hash === null) throw new NotFoundError('There is no such file, or a post has it.');
      await removeUnneeded([hash]);
    },

    /** Makes ready what a new post brings along. @throws InvalidInputError for what cannot be posted as this kind */
    async forNewPost(owner: Owner, kind: MediaKind, given: PostFiles): Promise<readonly Place[]> {
      if (!('sha256' in given)) return chosen(owner, kind, given);
      const { id } = await acceptAtOnce(owner, kind, given);
      return [{ id, altText: null }];
    },

    /** Gives stored files to a post, in this order, in the transaction that makes it. */
    async attach(trx: Knex, owner: Owner, places: readonly Place[], postId: number): Promise<void> {
      const rows = mediaRepository(trx);
      await lockHashes(
        rows,
        await rows.ofOwner(
          owner,
          places.map(({ id }) => id),
        ),
      );
      if (!(await rows.attach(owner, places, postId))) throw gone();
    },

    ofPosts: files.ofPosts,

    /** Gives a copy of a post the files of the original, in the transaction that makes it. The bytes are there once. */
    async copy(trx: Knex, fromPostId: number, toPostId: number): Promise<void> {
      const rows = mediaRepository(trx);
      await lockHashes(rows, (await rows.ofPosts([fromPostId])).get(fromPostId) ?? []);
      await rows.copy(fromPostId, toPostId);
    },

    /** What goes out with a post, in order. */
    async forPost(postId: number): Promise<OutgoingMedia[]> {
      const found = (await files.ofPosts([postId])).get(postId) ?? [];
      return found.map(({ id, sha256, mimeType, bytes, altText }) => ({
        id,
        path: storage.pathOf(sha256),
        mimeType,
        bytes,
        altText,
      }));
    },

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

    /** Removes bytes that have been there since before `before` and that no row knows: a crash, or a deleted account, left them. */
    async sweepStorage(before: Date): Promise<void> {
      for await (const kept of storage.keptBefore(before)) {
        const used = await files.used(kept);
        await removeUnneeded(kept.filter((sha256) => !used.has(sha256)));
      }
      await storage.removeStale(before);
    },
  };
}
export type MediaService = ReturnType<typeof mediaService>;

/** In one order everywhere, so that two uses never wait for each other. */
async function lockHashes(rows: MediaRepository, files: readonly MediaFile[]): Promise<void> {
  for (const sha256 of [...new Set(files.map((file) => file.sha256))].toSorted()) await rows.lockHash(sha256);
}

/** What comes, as long as it is within the limit of its kind. */
async function* limited(kind: MediaKind | null, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    checkSize(kind ?? 'video', bytes);
    yield chunk;
  }
}

/** Everything that has to change, at once. */
function checkVideo(kind: 'video' | 'reel', video: Parameters<typeof problemsOfVideo>[1]): void {
  const problems = problemsOfVideo(kind, video);
  if (problems.length > 0) throw refused(problems.join(' '));
}

function need(file: MediaFile | null): MediaFile {
  if (file === null) throw new NotFoundError('There is no such file.');
  return file;
}

function goneUpload(): NotFoundError {
  return new NotFoundError('This upload is no longer here. Choose the file again.');
}

function gone(): InvalidInputError {
  return refused('A file of this post is no longer here. Choose it again.');
}
