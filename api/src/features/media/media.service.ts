import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { MediaKind } from '../../contract/media.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import { accepting } from './accepting.ts';
import type { DrawPicture } from './drawing.ts';
import { drawingForLibrary } from './drawing-for-library.ts';
import { finishingUploads } from './finishing-uploads.ts';
import { libraryService, type DraftsWith } from './library.service.ts';
import { mediaOfPosts } from './media-of-posts.ts';
import { receiveAll, type MediaStorage, type OpenFile } from './media-storage.ts';
import { checkSize, refused } from './media-types.ts';
import { keptMediaRepository } from './kept-media.repository.ts';
import { mediaRepository, need, type MediaFile } from './media.repository.ts';
import { pictureOf } from './pictures.ts';
import { removingMedia } from './removing-media.ts';
import { videoFramesRepository } from './video-frames.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly storage: MediaStorage;
  readonly draw?: DrawPicture;
  readonly draftsWith?: DraftsWith;
}

/** The files of posts: rows in the database, bytes in the storage, and never one for long without the other. */
export function mediaService({ db, storage, draw = pictureOf, draftsWith = async () => [] }: Deps) {
  const files = mediaRepository(db);
  const accepts = accepting({ db, storage, draw });

  const removing = removingMedia({ db, storage });
  const frames = videoFramesRepository(db);
  /** Their own, or proposed for a page that is shared with them. */
  const readable = async (reader: Owner, id: number) =>
    need((await files.find(reader, id)) ?? (await keptMediaRepository(db).findShared(reader, id)));
  const drawing = drawingForLibrary({ db, storage, draw, accepting: accepts });

  return {
    library: libraryService({ db, drawing, draftsWith, removeUnneeded: removing.removeUnneeded }),
    ...finishingUploads({ db, storage, accepting: accepts }),
    ...mediaOfPosts({ db, storage, accepting: accepts }),
    ...removing,

    /**
     * Stores a whole file as it comes, in the library. It belongs to no post yet.
     * @throws what `accept` throws; StorageFullError without room
     */
    async store(
      owner: Owner,
      kind: MediaKind | null,
      chunks: AsyncIterable<Uint8Array>,
      name: string | null = null,
    ): Promise<MediaFile> {
      const received = await receiveAll(storage, limited(kind, chunks));
      try {
        if (received.bytes === 0) throw refused('This file is empty. Choose another one.');
        return await accepts.acceptAtOnce(owner, kind, received, name);
      } finally {
        await storage.discard(received);
      }
    },

    /**
     * A file, open for reading; the caller closes it.
     * @throws NotFoundError when it is not theirs to see, or cannot be read here
     */
    async read(owner: Owner, id: number): Promise<{ file: MediaFile; handle: OpenFile }> {
      const file = await readable(owner, id);
      return { file, handle: await storage.openKept(file) };
    },

    /** As `read`, its thumbnail: small enough to be held. */
    async readThumbnail(owner: Owner, id: number): Promise<{ tag: string; data: Buffer }> {
      const { sha256, mimeType } = await readable(owner, id);
      if (!mimeType.startsWith('image/')) return thumbnailOf(await frames.find(owner, id));
      return { tag: `${sha256}-thumbnail`, data: await storage.thumbnailOf(sha256) };
    },
  };
}
export type MediaService = ReturnType<typeof mediaService>;

/** @throws NotFoundError for null */
function thumbnailOf(data: Buffer | null): { tag: string; data: Buffer } {
  if (data === null) throw new NotFoundError('There is no such file.');
  return { tag: createHash('sha256').update(data).digest('hex'), data };
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
