import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { MediaKind } from '../../contract/media.ts';
import type { Owner } from '../../db/owner.ts';
import { turns } from '../../http/turns.ts';
import type { Picture } from './drawing.ts';
import { receiveAll, type MediaStorage, type Received } from './media-storage.ts';
import { checkSize, refused, typeOf } from './media-types.ts';
import { mediaRepository, type MediaFile } from './media.repository.ts';
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
type Facts = Pick<MediaFile, 'kind' | 'mimeType' | 'width' | 'height' | 'durationSeconds'>;

interface Deps {
  readonly db: Knex;
  readonly storage: MediaStorage;
  /** Draws the picture of a file anew. */
  draw(file: string): Promise<Picture>;
}

/** Checks files that have come in, and keeps those that are good. */
export function accepting({ db, storage, draw }: Deps) {
  const inTurn = turns(TURNS);

  /**
   * Checks what has come in, draws pictures anew, and hands what is to be kept to `keepIt`. What is not kept is left to
   * the caller to discard.
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

  return {
    inTurn,
    accept,
    keep,
    acceptAtOnce: (owner: Owner, kind: MediaKind | null, received: Received): Promise<MediaFile> =>
      inTurn(owner.userId, () => accept(kind, received, (checked, facts) => keep(db, owner, checked, facts))),
  };
}
export type Accepting = ReturnType<typeof accepting>;

/** Everything that has to change, at once. */
export function checkVideo(kind: 'video' | 'reel', video: Parameters<typeof problemsOfVideo>[1]): void {
  const problems = problemsOfVideo(kind, video);
  if (problems.length > 0) throw refused(problems.join(' '));
}
