import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';

/** Small chunks are gathered to this much: one write instead of sixteen, and the next ones come in meanwhile. */
const BATCH_BYTES = 1024 * 1024;
/** How much may come in between two polls at the room that is left. */
const CHECK_BYTES = 16 * 1024 * 1024;

/**
 * Writes to an open file, and closes it at the end, also after a failure.
 * @param start where the first byte goes
 * @param flush the bytes shall outlive a power cut
 * @param checkRoom throws when there is too little room to go on
 */
export function fileWriter(
  handle: FileHandle,
  { start, flush, checkRoom }: { start: number; flush: boolean; checkRoom: () => Promise<void> },
) {
  const stream = handle.createWriteStream({ start, flush, highWaterMark: BATCH_BYTES });
  let failure: unknown = null;
  let unseen = CHECK_BYTES;
  stream.on('error', (error) => {
    failure = error;
  });
  const closed = new Promise<void>((resolve) => {
    stream.once('close', resolve);
  });

  return {
    /** Takes the chunk over: it is empty once it is written. */
    async write(chunk: Uint8Array): Promise<void> {
      if (failure !== null) throw failure;
      unseen += chunk.length;
      if (unseen > CHECK_BYTES) {
        await checkRoom();
        unseen = 0;
      }
      if (!stream.write(chunk, () => letGo(chunk))) await once(stream, 'drain');
    },

    /** Resolves when all of it is there. */
    async end(): Promise<void> {
      if (!stream.destroyed) stream.end();
      await closed;
      if (failure !== null) throw failure;
    },
  };
}

/**
 * Gives memory back at once. Left to the collector, every 64 MB that came in made it go through the whole heap: half of
 * the time that 100 MB took.
 */
function letGo({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
