import path from 'node:path';
import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import { diskStorage } from './disk-storage.ts';
import { diskTrouble } from './disk-trouble.ts';
import { mediaDiskRepository } from './media-disk.repository.ts';
import type { MediaStorage } from './media-storage.ts';
import { answerIn, openBucket, type Bucket } from './objects/bucket.ts';
import { mark, MARKER, readMarker } from './objects/marker.ts';
import { mediaObjectsRepository } from './objects/media-objects.repository.ts';
import { StorageAwayError } from './storage-away-error.ts';
import { storageAtBoth } from './storage-at-both.ts';

/** What is known of the place of files: `null` where all is well. */
export type StoreTrouble = { readonly kind: 'away' | 'wrong'; readonly sentence: string } | null;

export type StoreSettings = Pick<
  Config,
  'DATA_DIR' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_PREFIX' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/** The place of this process' files: its disk, and a bucket where one is set. */
export function openMediaStore(config: StoreSettings) {
  const folder = path.join(config.DATA_DIR, 'media');
  const disk = diskStorage(folder);
  const ownDisk = diskTrouble({ folder, files: disk });
  const bucket =
    config.S3_BUCKET === undefined
      ? null
      : openBucket({
          endpoint: config.S3_ENDPOINT,
          region: config.S3_REGION,
          bucket: config.S3_BUCKET,
          prefix: config.S3_PREFIX,
          accessKeyId: config.S3_ACCESS_KEY_ID,
          secretAccessKey: config.S3_SECRET_ACCESS_KEY,
        });
  const scratch = path.join(folder, 'incoming');
  const trouble = (db: Knex) => troubleOf(mediaObjectsRepository(db), bucket, config);
  let isOurs = false;
  /** Nothing is written to a bucket before it is known to be that of the database. */
  const proveOurs = async (db: Knex) => {
    isOurs ||= (await trouble(db)) === null;
    if (!isOurs) throw new StorageAwayError();
  };
  return {
    disk,
    bucket,
    scratch,
    /** The storage, asked for what it knows over these connections. */
    over: (db: Knex): MediaStorage => storageAtBoth({ db, disk, bucket, scratch, proveOurs: () => proveOurs(db) }),
    /** Whether the bucket is there, and the one that this database's files lie in. */
    trouble,
    /** The same of the folder, where files lie in it or go to it. */
    async diskTrouble(db: Knex, { isStart }: { readonly isStart: boolean }): Promise<StoreTrouble> {
      const known = mediaDiskRepository(db);
      const isUsed =
        bucket === null || (await known.writesToDisk()) || (isStart && (await known.someFiles()).length > 0);
      return isUsed ? ownDisk.find(db) : null;
    },
    /** Whatever its files are used for. */
    ownDisk,
  };
}
export type MediaStore = ReturnType<typeof openMediaStore>;

async function troubleOf(
  objects: ReturnType<typeof mediaObjectsRepository>,
  bucket: Bucket | null,
  { S3_BUCKET, S3_PREFIX }: StoreSettings,
): Promise<StoreTrouble> {
  if (bucket === null) {
    if ((await objects.readStore())?.writes_to !== 's3') return null;
    return wrong(
      'The files of this database are kept on S3. Set S3_BUCKET, and what else the other processes have of S3_*, ' +
        'or bring them back with: npm run storage -- move --to disk',
    );
  }
  const place = `the bucket ${S3_BUCKET}${S3_PREFIX === '' ? '' : ` under ${S3_PREFIX}`}`;
  try {
    const { id } = await objects.beginStore();
    // Asking for what a missing bucket has does not tell that it is missing; asking what it has does.
    await bucket.list(MARKER).next();
    const found = (await readMarker(bucket)) ?? ((await objects.hasObjects()) ? null : await mark(bucket, id));
    if (found === id) return null;
    return wrong(
      found === null
        ? `Nothing in ${place} says that the files of this database lie there. ` +
            'Set S3_BUCKET, S3_PREFIX and S3_ENDPOINT to where they are.'
        : `What lies in ${place} belongs to another Pagecast. Choose another S3_PREFIX or S3_BUCKET.`,
    );
  } catch (error) {
    const { status, name } = answerIn((error as Error).cause ?? error);
    if (status === 403 || status === 401)
      return wrong(
        `S3 doesn't let us into ${place} (${name}). Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and their rights: ` +
          'to list, read, write and delete.',
      );
    if (status === 404) return wrong(`There is no bucket ${S3_BUCKET} at S3_ENDPOINT. Create it, or set S3_BUCKET.`);
    if (status !== null && status >= 300 && status < 500)
      return wrong(`S3 refuses what we ask of ${place} (${status} ${name}). Check S3_ENDPOINT and S3_REGION.`);
    if ((error as Error).name === 'UnavailableError')
      return { kind: 'away', sentence: `S3 does not answer for ${place}. Posts with files wait until it does.` };
    throw error;
  }
}

const wrong = (sentence: string) => ({ kind: 'wrong', sentence }) as const;
