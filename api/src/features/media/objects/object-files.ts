import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { NotFoundError } from '../../../http/errors.ts';
import { StreamedBlob } from '../../../http/streamed-blob.ts';
import type { FileSource } from '../../../networks/target.ts';
import type { Afterwards, Brought, KeptFile, OpenFile, Received } from '../media-storage.ts';
import { UNREADABLE } from '../media-types.ts';
import { StorageAwayError } from '../storage-away-error.ts';
import type { Bucket } from './bucket.ts';
import { MARKER } from './marker.ts';
import { mediaObjectsRepository, type MediaObject } from './media-objects.repository.ts';

const FILES = 'files/';
const NAME = /^files\/[0-9a-f]{2}\/[0-9a-f]{64}\/([0-9a-f-]{36})(?:\.webp)?$/;
/** Longer than this after it was brought, a sweep may have taken it. */
const KEEP_WITHIN_MS = 3_600_000;

export interface BroughtObject extends Brought {
  readonly object: MediaObject;
  /** What it is to stand for, because that is gone; null where nothing is. */
  readonly lost: string | null;
  readonly isNew: boolean;
  readonly at: number;
}

export const keyOf = ({ sha256, generation }: MediaObject) => `${FILES}${sha256.slice(0, 2)}/${sha256}/${generation}`;
const thumbnailKeyOf = (object: MediaObject) => `${keyOf(object)}.webp`;

interface Deps {
  readonly db: Knex;
  readonly bucket: Bucket;
  /** Where files are lent on this machine. */
  readonly scratch: string;
}

/**
 * Files in a bucket. Each lies under a name of its own that the database knows, and that is never used again: a call
 * that removes one and arrives late, or twice, takes nothing that came after it.
 */
export function objectFiles({ db, bucket, scratch }: Deps) {
  const objects = mediaObjectsRepository(db);

  return {
    ...readingObjects({ bucket, scratch }),
    ...sweepingObjects({ objects, bucket }),

    async bring({ path: file, sha256, bytes }: Received, thumbnail: Uint8Array | null): Promise<BroughtObject> {
      const there = await objects.find(sha256);
      const isThere = there !== null && (await bucket.head(keyOf(there))) === bytes && (await objects.lease(there));
      const object = isThere ? there : { sha256, generation: randomUUID(), bytes };
      if (!isThere) await bucket.putFile(keyOf(object), file, bytes);
      const hasThumbnail = thumbnail !== null && (await bucket.put(thumbnailKeyOf(object), thumbnail));
      const lost = isThere ? null : (there?.generation ?? null);
      return { sha256, bytes, hasThumbnail, object, lost, isNew: !isThere, at: performance.now() };
    },

    /** Leaves what nobody keeps to nobody. */
    async letGo({ object, isNew }: BroughtObject): Promise<void> {
      if (!isNew || (await objects.known([object.generation])).size > 0) return;
      await bucket.remove(keyOf(object));
      await bucket.remove(thumbnailKeyOf(object));
    },

    async keep(trx: Knex, { object, lost, isNew, at }: BroughtObject): Promise<void> {
      if (performance.now() - at > KEEP_WITHIN_MS) throw new StorageAwayError();
      if (isNew) await mediaObjectsRepository(trx).add(object, lost);
    },

    async keepThumbnail(object: MediaObject, data: Uint8Array): Promise<boolean> {
      return bucket.put(thumbnailKeyOf(object), data);
    },

    async thumbnailOf(object: MediaObject): Promise<Buffer> {
      const bytes = await bucket.head(thumbnailKeyOf(object));
      const found = bytes === null ? null : await bucket.read(thumbnailKeyOf(object), { start: 0, end: bytes - 1 });
      if (found === null) throw new NotFoundError(UNREADABLE);
      return Buffer.concat(await Array.fromAsync(found));
    },
  };
}
export type ObjectFiles = ReturnType<typeof objectFiles>;

/** @returns what removes from the bucket what was taken out of the database */
export function removingObject(bucket: Bucket, object: MediaObject): Afterwards {
  return async () => {
    await bucket.remove(keyOf(object));
    await bucket.remove(thumbnailKeyOf(object));
  };
}

function readingObjects({ bucket, scratch }: Pick<Deps, 'bucket' | 'scratch'>) {
  /** @throws with ENOENT when it is not there as it was kept, though its bucket is */
  async function assertThere(object: MediaObject): Promise<void> {
    if ((await bucket.head(keyOf(object))) === object.bytes) return;
    // A bucket that was taken away, or another one in its place, says nothing about a file.
    if ((await bucket.head(MARKER)) === null) throw new StorageAwayError();
    throw Object.assign(new Error('An object is gone'), { code: 'ENOENT' });
  }

  async function* bytesOf(object: MediaObject, start: number, end: number): AsyncGenerator<Uint8Array> {
    const found = await bucket.read(keyOf(object), { start, end });
    if (found === null) throw new StorageAwayError();
    let left = end - start + 1;
    for await (const chunk of found) {
      left -= chunk.length;
      yield chunk;
    }
    if (left !== 0) throw new StorageAwayError();
  }

  return {
    async openKept(object: MediaObject): Promise<OpenFile> {
      await assertThere(object).catch((error: unknown) => {
        throw error instanceof StorageAwayError ? error : new NotFoundError(UNREADABLE, {}, { cause: error });
      });
      return {
        read: ({ start, end }) => Readable.from(bytesOf(object, start, end), { objectMode: false }),
        close: async () => {},
      };
    },

    sourceOf: (object: MediaObject, { mimeType }: Pick<KeptFile, 'mimeType'>): FileSource => ({
      async blob() {
        await assertThere(object);
        return new StreamedBlob(object.bytes, mimeType, (start, end) => bytesOf(object, start, end - 1));
      },
      async asFile(task) {
        await assertThere(object);
        await fs.mkdir(scratch, { recursive: true, mode: 0o700 });
        const lent = path.join(scratch, randomUUID());
        try {
          await pipeline(bytesOf(object, 0, object.bytes - 1), createWriteStream(lent, { mode: 0o600 }));
          return await task(lent);
        } finally {
          await fs.rm(lent, { force: true });
        }
      },
    }),
  };
}

function sweepingObjects({ objects, bucket }: { objects: ReturnType<typeof mediaObjectsRepository>; bucket: Bucket }) {
  return {
    keptBefore: objects.before,

    /** Removes objects from before `before` that no row has ever had, or has any more, and what was never finished. */
    async removeUnknown(before: Date): Promise<void> {
      await bucket.dropUnfinished(FILES, before);
      for await (const found of bucket.list(FILES)) {
        const old = found.filter(({ modifiedAt }) => modifiedAt < before);
        const named = old.map(({ key }) => ({ key, generation: NAME.exec(key)?.[1] ?? null }));
        const known = await objects.known(named.flatMap(({ generation }) => generation ?? []));
        for (const { key, generation } of named)
          if (generation !== null && !known.has(generation)) await bucket.remove(key);
      }
    },
  };
}
