import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { createZipArchive, ZipEntry as Entry } from 'node:zlib';

/** One file in a zip. */
export interface ZipEntry {
  readonly name: string;
  /** Images and videos are, and would only get longer. */
  readonly isPacked: boolean;
  readonly bytes: Readable;
}

/**
 * A zip of what comes, one entry after the other: the next is asked for once the one before is in it, and none any more
 * once nobody takes the zip or the signal says so. It has let go of all of them when it ends.
 */
export async function* zipOf(
  entries: AsyncIterable<ZipEntry>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const untaken = new AbortController();
  const given = signal === undefined ? untaken.signal : AbortSignal.any([signal, untaken.signal]);
  const through = Promise.withResolvers<void>();
  const zip = createZipArchive(whileWanted(entries, given, through.resolve));
  try {
    yield* zip.iterator({ destroyOnReturn: false });
  } finally {
    // It ends by what it reads: the packing of an entry that is destroyed from outside takes the process along.
    untaken.abort();
    zip.resume();
    await finished(zip).catch(() => {});
    await through.promise;
  }
}

async function* whileWanted(
  entries: AsyncIterable<ZipEntry>,
  given: AbortSignal,
  onEnd: () => void,
): AsyncGenerator<Entry, void, void> {
  async function* wanted(bytes: Readable): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of bytes) {
      given.throwIfAborted();
      yield chunk as Uint8Array;
    }
  }
  try {
    for await (const { name, isPacked, bytes } of entries) {
      yield Entry.createStream(name, wanted(bytes), { method: isPacked ? 'store' : 'deflate' });
      given.throwIfAborted();
    }
  } finally {
    onEnd();
  }
}
