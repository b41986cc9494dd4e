/** Bytes that have come in whole and are not kept yet. */
export interface Received {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A file that is coming in, chunk by chunk. */
export interface Incoming {
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<Received>;
  /** Leaves nothing of it. */
  abort(): Promise<void>;
}

/**
 * Where the bytes of media lie, under their SHA-256. Whoever uses it sees to it that `keep` and `remove`
 * of one hash never run at the same time. Every write throws StorageFullError when there is no room, and then leaves
 * nothing.
 */
export interface MediaStorage {
  /** Tells this process from others that share the place. */
  readonly writer: string;

  /** Begins to write aside. */
  open(): Promise<Incoming>;
  /** @throws StorageFullError when there is no room for so many more */
  checkRoom(bytes: number): Promise<void>;

  /** Begins a file that comes in parts, under a name of the caller's. */
  beginParts(name: string): Promise<void>;
  /** Adds what comes at `offset`, and keeps what has come when the line drops. @returns the length there is now */
  append(name: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** Bytes there are of a file that comes in parts; null when there is no such file. */
  lengthOf(name: string): Promise<number | null>;
  /** @param isShared another process may still write to it: what is answered is a copy that nobody else knows */
  completeParts(name: string, isShared: boolean): Promise<Received>;
  /** Dropping what is not there is fine. */
  dropParts(name: string): Promise<void>;

  keep(received: Received): Promise<void>;
  discard(received: Received): Promise<void>;
  /** Where to read it from: absolute. */
  pathOf(sha256: string): string;
  /** Removes the bytes and their thumbnail. Removing what is not there is fine. */
  remove(sha256: string): Promise<void>;
  /** Keeps the thumbnail of an image, which can be drawn again at any time. False where there is no room for it. */
  keepThumbnail(sha256: string, data: Uint8Array): Promise<boolean>;
  /** Where its thumbnail is read from: absolute. */
  thumbnailOf(sha256: string): string;
  removeThumbnail(sha256: string): Promise<void>;
  /** The hashes whose thumbnails were made before `before`, some at a time. */
  thumbnailsBefore(before: Date): AsyncIterable<string[]>;
  /** The hashes kept before `before`, some at a time. */
  keptBefore(before: Date): AsyncIterable<string[]>;
  /** Takes away what was received, or last grew, before `before` and was never kept. */
  removeStale(before: Date): Promise<void>;
}

/** Stores all that comes. What fails on the way leaves nothing. */
export async function receiveAll(
  storage: Pick<MediaStorage, 'open'>,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Received> {
  const incoming = await storage.open();
  try {
    for await (const chunk of chunks) await incoming.write(chunk);
    return await incoming.finish();
  } catch (error) {
    await incoming.abort();
    throw error;
  }
}
