import type { Knex } from 'knex';
import type { CropShape, FocusPoint } from '../../contract/crop.ts';
import type { Owner } from '../../db/owner.ts';
import { FRAME_LIMIT_BYTES } from '../../contract/library.ts';
import { PayloadTooLargeError, UnavailableError } from '../../http/errors.ts';
import type { Accepting } from './accepting.ts';
import type { DrawPicture } from './drawing.ts';
import { receiveAll, type KeptFile, type MediaStorage } from './media-storage.ts';
import { typeOf } from './media-types.ts';
import type { MediaFile } from './media.repository.ts';

/** Whose turn it is where nobody waits for it. */
const EVERYBODY = 0;

interface Deps {
  readonly db: Knex;
  readonly storage: MediaStorage;
  readonly draw: DrawPicture;
  readonly accepting: Accepting;
}

/** Draws what the library shows and offers of images that it has. */
export function drawingForLibrary({ db, storage, draw, accepting: { inTurn, keep, keepPicture } }: Deps) {
  return {
    /** Draws a part of an image, and keeps it as a file of its own. */
    drawCrop: (owner: Owner, file: MediaFile, shape: CropShape, focus: FocusPoint): Promise<MediaFile> =>
      inTurn(owner.userId, async () => {
        const { id, name } = file;
        await (await storage.openKept(file)).close();
        const picture = await storage.sourceOf(file).asFile((path) => draw(path, { draw: 'crop', shape, focus }));
        return keepPicture(picture, (checked, facts) =>
          keep(db, owner, checked, facts, { name, crop: { originId: id, shape } }),
        );
      }),
    /**
     * Draws a frame small that a browser says is one of a video, as carefully as any image.
     * @throws InvalidInputError for what is no image; PayloadTooLargeError for more than `FRAME_LIMIT_BYTES`
     */
    drawFrame: (owner: Owner, bytes: AsyncIterable<Uint8Array>): Promise<Buffer> =>
      inTurn(owner.userId, async () => {
        const received = await receiveAll(storage, atMost(FRAME_LIMIT_BYTES, bytes));
        try {
          await typeOf('image', received.path);
          return (await draw(received.path, { draw: 'thumbnail' })).data;
        } finally {
          await storage.discard(received);
        }
      }),
    /** False where it cannot be drawn, now or ever. */
    drawThumbnail: (file: KeptFile): Promise<boolean> =>
      inTurn(EVERYBODY, async () => {
        try {
          const { data } = await storage.sourceOf(file).asFile((path) => draw(path, { draw: 'thumbnail' }));
          return await storage.keepThumbnail(file.sha256, data);
        } catch (error) {
          // Short of memory, or without its storage, the machine says nothing about the image.
          if (error instanceof UnavailableError) throw error;
          return false;
        }
      }),
  };
}
async function* atMost(limit: number, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limit) throw new PayloadTooLargeError('This image is too large for a thumbnail.');
    yield chunk;
  }
}
export type DrawingForLibrary = ReturnType<typeof drawingForLibrary>;
