import { stat } from 'node:fs/promises';
import type { Knex } from 'knex';
import { NotFoundError } from '../../http/errors.ts';
import type { DiskStorage } from './disk-storage.ts';
import type { Intake, KeptFile, MediaStorage } from './media-storage.ts';
import type { Bucket } from './objects/bucket.ts';
import { mediaObjectsRepository, type MediaObject } from './objects/media-objects.repository.ts';
import { objectFiles, removingObject, type BroughtObject, type ObjectFiles } from './objects/object-files.ts';
import { objectParts } from './objects/object-parts.ts';
import { StorageAwayError } from './storage-away-error.ts';

interface Deps {
  readonly db: Knex;
  readonly disk: DiskStorage;
  /** null where this process has none. */
  readonly bucket: Bucket | null;
  readonly scratch: string;
  /** @throws StorageAwayError for a bucket that is not that of the database, or does not answer */
  proveOurs(): Promise<void>;
}

/**
 * Files on this machine's disk and in a bucket. The database says where new ones go; what was kept is read from where
 * it is, so that files can move from one to the other while the product runs.
 */
export function storageAtBoth({ db, disk, bucket, scratch, proveOurs }: Deps): MediaStorage {
  const objects = mediaObjectsRepository(db);
  const files = bucket === null ? null : objectFiles({ db, bucket, scratch });

  /** @throws StorageAwayError where others write to a bucket that this process has not */
  async function bucketToWrite(): Promise<ObjectFiles | null> {
    const store =
      files === null ? await objects.readStore() : ((await objects.readStore()) ?? (await objects.beginStore()));
    if (store?.writes_to !== 's3') return null;
    if (files === null) throw new StorageAwayError();
    await proveOurs();
    return files;
  }

  return {
    ...intakeAtBoth({ disk, bucket, scratch, toBucket: async () => (await bucketToWrite()) !== null }),
    ...readingAtBoth({ disk, files, objects }),

    async bring(received, thumbnail) {
      return (await bucketToWrite())?.bring(received, thumbnail) ?? disk.bring(received, thumbnail);
    },
    letGo: (brought) =>
      isObject(brought) && files !== null ? files.letGo(brought).catch(() => {}) : disk.letGo(brought),
    keep: (trx, brought) => (isObject(brought) && files !== null ? files.keep(trx, brought) : disk.keep(trx, brought)),

    async remove(trx, sha256) {
      await disk.remove(trx, sha256);
      const object = await mediaObjectsRepository(trx).take(sha256);
      return object === null || bucket === null ? async () => {} : removingObject(bucket, object);
    },

    async *keptBefore(before) {
      yield* disk.keptBefore(before);
      yield* objects.before(before);
    },

    async removeStale(before) {
      await disk.removeStale(before);
      if (bucket === null || files === null) return;
      await objectParts({ bucket, scratch }).removeStale(before);
      await files.removeUnknown(before);
    },
  };
}

function isObject(brought: object): brought is BroughtObject {
  return 'object' in brought;
}

/** What comes in parts goes on where it began. */
function intakeAtBoth({
  disk,
  bucket,
  scratch,
  toBucket,
}: Omit<Deps, 'db' | 'proveOurs'> & { toBucket(): Promise<boolean> }): Intake {
  const parts = bucket === null ? null : objectParts({ bucket, scratch });
  /** null: on disk. */
  const partsOf = async (name: string) => (parts === null || (await disk.lengthOf(name)) !== null ? null : parts);

  return {
    writer: disk.writer,
    open: disk.open,
    checkRoom: disk.checkRoom,
    discard: disk.discard,

    async beginParts(name) {
      if (!(await toBucket())) await disk.beginParts(name);
    },
    async append(name, offset, chunks) {
      return ((await partsOf(name)) ?? disk).append(name, offset, chunks);
    },
    async lengthOf(name) {
      return ((await partsOf(name)) ?? disk).lengthOf(name);
    },
    async completeParts(name, isShared) {
      return (await partsOf(name))?.complete(name) ?? disk.completeParts(name, isShared);
    },
    async dropParts(name) {
      await disk.dropParts(name);
      // Where the bucket is away, the sweep takes them.
      await parts?.drop(name).catch(() => {});
    },
  };
}

function readingAtBoth({
  disk,
  files,
  objects,
}: Pick<Deps, 'disk'> & { files: ObjectFiles | null; objects: ReturnType<typeof mediaObjectsRepository> }) {
  /** @throws StorageAwayError for what lies in a bucket that this process has not; `error` where it lies nowhere */
  async function elsewhere(sha256: string, error: unknown): Promise<{ files: ObjectFiles; object: MediaObject }> {
    const object = await objects.find(sha256);
    if (object === null) throw error;
    if (files === null) throw new StorageAwayError();
    return { files, object };
  }

  const isOnDisk = ({ sha256, bytes }: KeptFile) =>
    stat(disk.pathOf(sha256)).then(
      (found) => found.isFile() && found.size === bytes,
      () => false,
    );

  return {
    async openKept(file: KeptFile) {
      return disk.openKept(file).catch(async (error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
        const found = await elsewhere(file.sha256, error);
        return found.files.openKept(found.object);
      });
    },

    sourceOf(file: KeptFile) {
      const here = disk.sourceOf(file);
      /** Where nobody has it, reading it from disk says so. */
      const source = async () => {
        if (await isOnDisk(file)) return here;
        const found = await elsewhere(file.sha256, null).catch((error: unknown) => {
          if (error !== null) throw error;
          return null;
        });
        return found === null ? here : found.files.sourceOf(found.object, file);
      };
      return {
        blob: async () => (await source()).blob(),
        asFile: async <Result>(task: (path: string) => Promise<Result>) => (await source()).asFile(task),
      };
    },

    async thumbnailOf(sha256: string) {
      return disk.thumbnailOf(sha256).catch(async (error: unknown) => {
        const found = await elsewhere(sha256, error);
        return found.files.thumbnailOf(found.object);
      });
    },

    async keepThumbnail(sha256: string, data: Uint8Array) {
      const object = await objects.find(sha256);
      if (object === null) return disk.keepThumbnail(sha256, data);
      if (files === null) throw new StorageAwayError();
      return files.keepThumbnail(object, data);
    },

    removeThumbnail: disk.removeThumbnail,
    thumbnailsBefore: disk.thumbnailsBefore,
  };
}
