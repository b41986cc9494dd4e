import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Completed } from '../media-storage.ts';
import { StorageAwayError } from '../storage-away-error.ts';
import type { Bucket, StoredObject } from './bucket.ts';

const INCOMING = 'incoming/';
const NAME = /^[0-9a-f-]{36}$/;
const PIECE_BYTES = 4 * 1024 * 1024;
/** Where all uploads of this process together wait with more than this, pieces may be smaller. */
const WAITING_BYTES = 64 * 1024 * 1024;
const SMALLEST_BYTES = 256 * 1024;
const DIGITS = 13;

interface Piece {
  readonly key: string;
  readonly from: number;
  readonly until: number;
}

/**
 * Files that come in parts, as pieces in a bucket, each under the place where it begins: any host goes on with what any
 * other has taken. Of what two lines of one sender bring at once, one is as good as the other.
 */
export function objectParts({ bucket, scratch }: { bucket: Bucket; scratch: string }) {
  const folderOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`${name} is no name of an upload`);
    return `${INCOMING}${name}/`;
  };
  const allOf = async (name: string) => (await Array.fromAsync(bucket.list(folderOf(name)))).flat();
  const piecesOf = async (name: string) => withoutGaps(folderOf(name), await allOf(name));

  return {
    append: taking(bucket, folderOf),

    async lengthOf(name: string): Promise<number> {
      return (await piecesOf(name)).at(-1)?.until ?? 0;
    },

    /** A copy of all of it on this machine. */
    async complete(name: string): Promise<Completed> {
      const pieces = await piecesOf(name);
      const file = path.join(scratch, randomUUID());
      const digest = createHash('sha256');
      await fs.mkdir(scratch, { recursive: true, mode: 0o700 });
      try {
        await pipeline(
          contentOf(bucket, pieces),
          async function* hashed(bytes: AsyncIterable<Uint8Array>) {
            for await (const chunk of bytes) {
              digest.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(file, { mode: 0o600 }),
        );
      } catch (error) {
        await fs.rm(file, { force: true });
        throw error;
      }
      return { path: file, sha256: digest.digest('hex'), bytes: pieces.at(-1)?.until ?? 0, isCopy: true };
    },

    async drop(name: string): Promise<void> {
      for (const { key } of await allOf(name)) await bucket.remove(key);
    },

    async removeStale(before: Date): Promise<void> {
      for await (const found of bucket.list(INCOMING))
        for (const { key, modifiedAt } of found) if (modifiedAt < before) await bucket.remove(key);
    },
  };
}

/** @returns what takes the bytes of an upload as they come; the length there is then */
function taking(bucket: Bucket, folderOf: (name: string) => string) {
  let waiting = 0;

  return async function append(name: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    let at = offset;
    let held: Uint8Array[] = [];
    let bytes = 0;
    const send = async () => {
      if (bytes === 0) return;
      const piece = Buffer.concat(held, bytes);
      await bucket.put(`${folderOf(name)}${String(at).padStart(DIGITS, '0')}`, piece);
      at += piece.length;
      waiting -= piece.length;
      held = [];
      bytes = 0;
    };
    try {
      try {
        for await (const chunk of chunks) {
          held.push(chunk);
          bytes += chunk.length;
          waiting += chunk.length;
          if (bytes >= (waiting > WAITING_BYTES ? SMALLEST_BYTES : PIECE_BYTES)) await send();
        }
      } finally {
        // What has come is kept, also when the line dropped.
        await send();
      }
      return at;
    } finally {
      waiting -= bytes;
    }
  };
}

/** In order, from the beginning to the first gap. */
function withoutGaps(folder: string, found: readonly StoredObject[]): Piece[] {
  const pieces: Piece[] = [];
  let until = 0;
  const places = found
    .map(({ key, bytes }) => ({ key, from: Number(key.slice(folder.length)), bytes }))
    .toSorted((one, other) => one.from - other.from);
  for (const { key, from, bytes } of places) {
    if (from > until) break;
    if (from + bytes <= until) continue;
    until = from + bytes;
    pieces.push({ key, from, until });
  }
  return pieces;
}

async function* contentOf(bucket: Bucket, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { key, from, until } of pieces) {
    const found = await bucket.read(key, { start: at - from, end: until - from - 1 });
    if (found === null) throw new StorageAwayError();
    for await (const chunk of found) {
      at += chunk.length;
      yield chunk;
    }
    if (at !== until) throw new StorageAwayError();
  }
}
