import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { LIBRARY_MAX_BYTES, LIBRARY_MAX_FILES } from '../../contract/library.ts';
import type { MediaKind } from '../../contract/media.ts';
import type { Owner } from '../../db/owner.ts';
import { turns } from '../../http/turns.ts';
import type { DrawPicture, Picture } from './drawing.ts';
import { receiveAll, type Brought, type MediaStorage, type Received } from './media-storage.ts';
import { checkSize, refused, typeOf } from './media-types.ts';
import { mediaRepository, type MediaFile, type NewFile } from './media.repository.ts';
import { problemsOfVideo, readVideo } from './video-file.ts';

/** Files that are looked at, drawn and hashed: four at a time bound the memory that pictures take. */
const TURNS = {
  atOnce: 4,
  perPerson: 2,
  waiting: 20,
  refusal: (count: number) =>
    `We're still working on ${count} of your files. Wait until some are ready, then upload this one again.`,
};

/** What a file is, once it has been looked at. */
type Facts = Pick<NewFile, 'kind' | 'mimeType' | 'width' | 'height' | 'durationSeconds' | 'hasAiLabel'>;
/** Notes a file that has been brought near its place. */
type KeepIt = (brought: Brought, facts: Facts) => Promise<MediaFile>;
/** What is known of a file beside what it shows. */
type Origin = Pick<NewFile, 'name' | 'crop'>;

interface Deps {
  readonly db: Knex;
  readonly storage: MediaStorage;
  readonly draw: DrawPicture;
}

/** Checks files that have come in, and keeps those that are good. */
export function accepting({ db, storage, draw }: Deps) {
  const inTurn = turns(TURNS);
  const { keep, keepPicture, bringAndKeep } = keeping(storage);

  /**
   * Checks what has come in, draws pictures anew, and hands what is to be kept to `keepIt`. What is not kept is left to
   * the caller to discard.
   * No transaction is open while it looks: that may take seconds.
   * @param kind what it is for; null takes it for what it is
   * @throws InvalidInputError with a sentence that says what to change; PayloadTooLargeError over the limit of its kind
   */
  async function accept(kind: MediaKind | null, received: Received, keepIt: KeepIt): Promise<MediaFile> {
    const type = await typeOf(kind, received.path);
    checkSize(type.kind, received.bytes);
    if (type.kind === 'image') {
      return keepPicture(await draw(received.path), keepIt);
    }
    const video = await readVideo(received.path);
    checkVideo(type.kind, video);
    return bringAndKeep(received, null, keepIt, {
      kind: type.kind,
      mimeType: type.mimeType,
      width: video.width,
      height: video.height,
      durationSeconds: video.seconds,
      hasAiLabel: false,
    });
  }

  return {
    inTurn,
    accept,
    keep,
    keepPicture,
    acceptAtOnce: (
      owner: Owner,
      kind: MediaKind | null,
      received: Received,
      name: string | null = null,
    ): Promise<MediaFile> =>
      inTurn(owner.userId, () => accept(kind, received, (checked, facts) => keep(db, owner, checked, facts, { name }))),
  };
}
export type Accepting = ReturnType<typeof accepting>;

/** Puts files in their place, with their row in the library. */
function keeping(storage: MediaStorage) {
  /** Hands a drawn picture to `keepIt`, as a file. */
  async function keepPicture({ data, thumbnail, ...picture }: Picture, keepIt: KeepIt): Promise<MediaFile> {
    const drawn = await receiveAll(storage, Readable.from([data]));
    try {
      return await bringAndKeep(drawn, thumbnail, keepIt, { kind: 'image', durationSeconds: null, ...picture });
    } finally {
      await storage.discard(drawn);
    }
  }

  /** No transaction is open while bytes are on their way. */
  async function bringAndKeep(
    received: Received,
    thumbnail: Buffer | null,
    keepIt: KeepIt,
    facts: Facts,
  ): Promise<MediaFile> {
    const brought = await storage.bring(received, thumbnail);
    try {
      return await keepIt(brought, facts);
    } finally {
      await storage.letGo(brought);
    }
  }

  function keep(trx: Knex, owner: Owner, brought: Brought, facts: Facts, origin: Origin): Promise<MediaFile> {
    return trx.transaction(async (inner) => {
      const rows = mediaRepository(inner);
      const { sha256, bytes, hasThumbnail } = brought;
      await rows.lockHash(sha256);
      // Counted one after the other: several that come at once do not all find the last place.
      await rows.lockLibrary(owner);
      checkRoomIn(await rows.libraryWith(owner, { sha256, bytes }));
      // The account may be gone by now: then nothing is kept.
      const file = await rows.add(owner, { sha256, bytes, ...facts, ...origin, hasThumbnail });
      await storage.keep(inner, brought);
      return file;
    });
  }

  return { keep, keepPicture, bringAndKeep };
}

/** @throws InvalidInputError where the library would hold more than it may */
function checkRoomIn({ files, bytes }: { files: number; bytes: number }): void {
  const full =
    files > LIBRARY_MAX_FILES
      ? `${LIBRARY_MAX_FILES.toLocaleString('en')} files`
      : bytes > LIBRARY_MAX_BYTES && `${LIBRARY_MAX_BYTES / 1024 ** 3} GB`;
  if (full !== false)
    throw refused(`Your media library is full: it holds ${full} at most. Delete files that you no longer need there.`);
}

/** Everything that has to change, at once. */
export function checkVideo(kind: 'video' | 'reel' | 'story', video: Parameters<typeof problemsOfVideo>[1]): void {
  const problems = problemsOfVideo(kind, video);
  if (problems.length > 0) throw refused(problems.join(' '));
}
