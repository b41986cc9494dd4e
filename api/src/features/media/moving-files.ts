import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type { KeptFile, Received } from './media-storage.ts';
import type { MediaStore } from './media-store.ts';
import { mediaRepository } from './media.repository.ts';
import { keyOf, objectFiles } from './objects/object-files.ts';
import { mediaObjectsRepository, type Place } from './objects/media-objects.repository.ts';

/** What became of the files of a database. */
export interface Moved {
  copied: number;
  bytes: number;
  /** They were there before. */
  already: number;
  /** Hashes of what lies nowhere, or is not what its hash says. */
  readonly lost: string[];
}

type Needed = Pick<KeptFile, 'sha256' | 'bytes'>;

interface Deps {
  readonly db: Knex;
  readonly store: MediaStore;
  /** Hears of each file that is done. */
  onFile?(moved: Moved): void;
}

/**
 * Copies every file that something needs to the other place, while the product runs: new files go there from the first
 * moment on, and what is not copied yet is read from where it is. Doing it again goes on where it stopped.
 * @throws Error with a sentence where this process has no bucket, or not that of the database
 */
export async function moveFiles({ db, store, onFile }: Deps, to: Place): Promise<Moved> {
  if (store.bucket === null) throw new Error('Set S3_BUCKET, and what else the product has of S3_*.');
  const trouble = await store.trouble(db);
  const atDisk = to === 'disk' ? await store.ownDisk.find(db, { isEmptyFine: true }) : null;
  if (trouble !== null || atDisk !== null) throw new Error((trouble ?? atDisk)?.sentence);
  const objects = mediaObjectsRepository(db);
  await objects.writeTo(to);
  const copy = to === 's3' ? copyingToBucket(db, store) : copyingToDisk(db, store);
  const moved: Moved = { copied: 0, bytes: 0, already: 0, lost: [] };
  for await (const files of objects.neededFiles())
    for (const file of files) {
      const outcome = await copy({ sha256: file.sha256, bytes: Number(file.bytes) });
      if (outcome === 'already') moved.already += 1;
      else if (outcome === 'lost') moved.lost.push(file.sha256);
      else {
        moved.copied += 1;
        moved.bytes += Number(file.bytes);
      }
      onFile?.(moved);
    }
  return moved;
}

/** Hashes of what rows need and is neither in this folder nor in a bucket. */
export async function filesMissing(db: Knex, { disk }: Pick<MediaStore, 'disk'>): Promise<string[]> {
  const objects = mediaObjectsRepository(db);
  const missing: string[] = [];
  for await (const files of objects.neededFiles())
    for (const { sha256, bytes } of files) {
      const found = await fs.stat(disk.pathOf(sha256)).catch(() => null);
      if (found?.size !== Number(bytes) && (await objects.find(sha256)) === null) missing.push(sha256);
    }
  return missing;
}

type Copy = (file: Needed) => Promise<'copied' | 'already' | 'lost'>;

function copyingToBucket(db: Knex, { disk, bucket, scratch }: MediaStore): Copy {
  if (bucket === null) throw new Error('There is no bucket');
  const files = objectFiles({ db, bucket, scratch });
  return async ({ sha256, bytes }) => {
    const there = await mediaObjectsRepository(db).find(sha256);
    if (there !== null && (await bucket.head(keyOf(there))) === bytes) return 'already';
    const received: Received = { path: disk.pathOf(sha256), sha256, bytes };
    if ((await digestOf(createReadStream(received.path))) !== sha256) return 'lost';
    const thumbnail = await disk.thumbnailOf(sha256).catch(() => null);
    const brought = await files.bring(received, thumbnail);
    try {
      await inTurn(db, sha256, (trx) => files.keep(trx, brought));
    } finally {
      await files.letGo(brought);
    }
    // What the bucket gives back is what was put there, or it is not counted.
    const kept = await mediaObjectsRepository(db).find(sha256);
    if (kept === null) return 'already';
    const back = await bucket.read(keyOf(kept), { start: 0, end: bytes - 1 });
    if (back !== null && (await digestOf(back)) === sha256) return 'copied';
    throw new Error(`S3 gave ${keyOf(kept)} back as something else. Nothing was lost: the file is on disk. Try again.`);
  };
}

function copyingToDisk(db: Knex, { disk, bucket, scratch }: MediaStore): Copy {
  if (bucket === null) throw new Error('There is no bucket');
  const files = objectFiles({ db, bucket, scratch });
  return async ({ sha256, bytes }) => {
    /** What is on disk needs no bucket any more. */
    const forget = async (trx: Knex) => void (await mediaObjectsRepository(trx).take(sha256));
    if ((await digestOf(createReadStream(disk.pathOf(sha256)))) === sha256) {
      await inTurn(db, sha256, forget);
      return 'already';
    }
    const object = await mediaObjectsRepository(db).find(sha256);
    if (object === null) return 'lost';
    return files.sourceOf(object, { mimeType: '' }).asFile(async (lent): Promise<'copied' | 'lost'> => {
      if ((await digestOf(createReadStream(lent))) !== sha256) return 'lost';
      const taken = path.join(scratch, randomUUID());
      await fs.rename(lent, taken);
      const thumbnail = await files.thumbnailOf(object).catch(() => null);
      await inTurn(db, sha256, async (trx) => {
        if (thumbnail !== null) await disk.keepThumbnail(sha256, thumbnail);
        await disk.put({ path: taken, sha256, bytes });
        await forget(trx);
      }).finally(() => fs.rm(taken, { force: true }));
      return 'copied';
    });
  };
}

/** Under the lock of the hash, and only while something needs the file. */
async function inTurn(db: Knex, sha256: string, work: (trx: Knex) => Promise<void>): Promise<void> {
  await db.transaction(async (trx) => {
    const rows = mediaRepository(trx);
    await rows.lockHash(sha256);
    if ((await rows.used([sha256])).size > 0) await work(trx);
  });
}

/** null for what is not there. @throws what reading throws otherwise */
async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string | null> {
  const digest = createHash('sha256');
  try {
    await pipeline(bytes, digest);
    return digest.digest('hex');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
