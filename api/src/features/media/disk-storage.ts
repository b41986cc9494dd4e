import fs from 'node:fs/promises';
import path from 'node:path';
import { localFile } from '../../networks/local-file.ts';
import { diskIntake } from './disk-intake.ts';
import { hashesIn, shelved } from './disk-shelves.ts';
import { diskThumbnails } from './disk-thumbnails.ts';
import type { Brought, MediaStorage, Received } from './media-storage.ts';
import { openFile } from './open-file.ts';

interface BroughtToDisk extends Brought {
  readonly path: string;
  /** Where its thumbnail waits. */
  readonly aside: string | null;
}

export interface DiskStorage extends MediaStorage {
  /** Where a file lies: absolute. */
  pathOf(sha256: string): string;
  /** Puts a file in its place. */
  put(received: Received): Promise<void>;
}

/**
 * Files below `folder`, readable by this user alone. A file takes its place by a rename, so it is there whole or not at
 * all.
 */
export function diskStorage(folder: string): DiskStorage {
  const thumbnails = diskThumbnails(`${folder}-thumbnails`);
  const intake = diskIntake(folder);
  const pathOf = (sha256: string) => shelved(folder, sha256);

  const put = async ({ path: file, sha256 }: Received) => {
    await fs.mkdir(path.dirname(pathOf(sha256)), { recursive: true, mode: 0o700 });
    // Whatever else somebody has put in its place makes room: under its hash lies the file, or nothing.
    await fs.rename(file, pathOf(sha256)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EISDIR' && error.code !== 'ENOTEMPTY') throw error;
      await fs.rm(pathOf(sha256), { recursive: true, force: true });
      await fs.rename(file, pathOf(sha256));
    });
  };

  return {
    ...intake,
    pathOf,
    put,

    async bring({ path: file, sha256, bytes }: Received, thumbnail): Promise<BroughtToDisk> {
      const aside = thumbnail === null ? null : await intake.writeAside(thumbnail);
      return { path: file, sha256, bytes, aside, hasThumbnail: aside !== null };
    },

    async letGo(brought) {
      const { aside } = brought as BroughtToDisk;
      if (aside !== null) await fs.rm(aside, { force: true });
    },

    async keep(_trx, brought) {
      const { path: file, sha256, bytes, aside } = brought as BroughtToDisk;
      if (aside !== null) await thumbnails.take(sha256, aside);
      await put({ path: file, sha256, bytes });
    },

    async remove(_trx, sha256) {
      await thumbnails.remove(sha256);
      await fs.rm(pathOf(sha256), { recursive: true, force: true });
      return async () => {};
    },

    async openKept({ sha256, bytes }) {
      const handle = await openFile(pathOf(sha256), bytes);
      return {
        read: (part) => handle.createReadStream({ ...part, autoClose: false }),
        close: () => handle.close(),
      };
    },

    sourceOf: ({ sha256, mimeType }) => localFile(pathOf(sha256), mimeType),

    keepThumbnail: thumbnails.keep,
    async thumbnailOf(sha256) {
      const handle = await openFile(thumbnails.pathOf(sha256), null);
      return handle.readFile().finally(() => handle.close());
    },
    removeThumbnail: thumbnails.remove,
    thumbnailsBefore: thumbnails.before,
    keptBefore: (before) => hashesIn(folder, before),
  };
}
