import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { FileSource } from '../../networks/target.ts';

/** Bytes that have come in whole and are not kept yet; they lie on this machine. */
export interface Received {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** What came in parts, as one. */
export interface Completed extends Received {
  /** Nobody else knows it, and whoever has it discards it. */
  readonly isCopy: boolean;
}

/** A file that is coming in, chunk by chunk. */
export interface Incoming {
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<Received>;
  /** Leaves nothing of it. */
  abort(): Promise<void>;
}

/** Bytes on their way to where they are kept. */
export interface Brought {
  readonly sha256: string;
  readonly bytes: number;
  /** There is room for its thumbnail, or there is none to be kept: then false. */
  readonly hasThumbnail: boolean;
}

/** What is known of a file that is kept. */
export interface KeptFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly mimeType: string;
}

/** A kept file that is being read. */
export interface OpenFile {
  /** @param end the last byte, too */
  read(part: { readonly start: number; readonly end: number }): Readable;
  close(): Promise<void>;
}

/** What is left to do once a transaction is over; where it fails, a sweep does it. */
export type Afterwards = () => Promise<void>;

/** What of a disk stays free: so many bytes, and no more than this share of it. */
export interface Reserve {
  readonly bytes: number;
  readonly share: number;
}

/** How a file is written that the server makes by itself. */
export interface Aside {
  /** By which `dropParts` takes it away, whichever process wrote it. */
  readonly name: string;
  readonly reserve: Reserve;
}

/** Files that are on their way here. */
export interface Intake {
  /** Tells this process from others that share the place. */
  readonly writer: string;

  /** Begins to write aside. */
  open(aside?: Aside): Promise<Incoming>;
  /** @throws StorageFullError when there is no room for so many more */
  checkRoom(bytes: number): Promise<void>;
  discard(received: Received): Promise<void>;

  /** Begins a file that comes in parts, under a name of the caller's. */
  beginParts(name: string): Promise<void>;
  /** Adds what comes at `offset`, and keeps what has come when the line drops. @returns the length there is now */
  append(name: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** Bytes there are of a file that comes in parts; null when there is no such file. */
  lengthOf(name: string): Promise<number | null>;
  /** @param isShared another process may still write to it: what is answered is a copy then */
  completeParts(name: string, isShared: boolean): Promise<Completed>;
  /** Dropping what is not there is fine. */
  dropParts(name: string): Promise<void>;
}

/** Files that are kept, under their SHA-256. */
export interface KeptFiles {
  /**
   * Takes bytes and their thumbnail as near to their place as they come without a transaction: this may take long.
   * Whoever brings one keeps it within the hour, and lets go of it however that ended.
   */
  bring(received: Received, thumbnail: Uint8Array | null): Promise<Brought>;
  letGo(brought: Brought): Promise<void>;
  /** In the transaction that notes its use, under the lock of its hash. */
  keep(trx: Knex, brought: Brought): Promise<void>;
  /**
   * Removes the bytes and their thumbnail, in a transaction and under the lock of the hash. Removing what is not there
   * is fine.
   */
  remove(trx: Knex, sha256: string): Promise<Afterwards>;

  /** @throws NotFoundError when it is not there as it was kept */
  openKept(file: KeptFile): Promise<OpenFile>;
  sourceOf(file: KeptFile): FileSource;

  /** Keeps the thumbnail of an image, which can be drawn again at any time. False where there is no room for it. */
  keepThumbnail(sha256: string, data: Uint8Array): Promise<boolean>;
  /** @throws NotFoundError */
  thumbnailOf(sha256: string): Promise<Buffer>;
  removeThumbnail(sha256: string): Promise<void>;
  /** The hashes whose thumbnails were made before `before`, some at a time. */
  thumbnailsBefore(before: Date): AsyncIterable<string[]>;
  /** The hashes kept before `before`, some at a time. */
  keptBefore(before: Date): AsyncIterable<string[]>;
  /** Takes away what was received, or last grew, before `before` and was never kept. */
  removeStale(before: Date): Promise<void>;
}

/**
 * Where the bytes of media lie. Every write throws StorageFullError when there is no room, and then leaves nothing;
 * StorageAwayError where a storage of another machine does not answer.
 */
export type MediaStorage = Intake & KeptFiles;

/** Stores all that comes. What fails on the way leaves nothing. */
export async function receiveAll(
  storage: Pick<MediaStorage, 'open'>,
  chunks: AsyncIterable<Uint8Array>,
  aside?: Aside,
): Promise<Received> {
  const incoming = await storage.open(aside);
  try {
    for await (const chunk of chunks) await incoming.write(chunk);
    return await incoming.finish();
  } catch (error) {
    await incoming.abort();
    throw error;
  }
}
