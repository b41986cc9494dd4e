import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { SOURCE_MAP } from '../../http/send-static.ts';
import type { ReleasedFile } from '../../contract/releases.ts';
import { RefusedError } from '../../http/errors.ts';
import { releasePath } from './built-release.ts';
import { hashOfFile } from './file-hash.ts';

/**
 * A page that was opened with a version may ask for its later parts while somebody works in it: a working day, and
 * more.
 */
const STILL_ASKED_FOR_MS = 24 * 3_600_000;

interface Version {
  readonly name: string;
  readonly version: string;
}

interface Options {
  /** Somebody else serves the folder, to everybody: then it gets no source maps. */
  readonly isPublic?: boolean;
}

/** The folder of each version: written once, never changed. */
export function releaseFiles(releasesDir: string, { isPublic = false }: Options = {}) {
  const folderOf = (of: Version) => path.join(releasesDir, releasePath(of));

  const has = (of: Version): Promise<boolean> =>
    fs.stat(folderOf(of)).then(
      () => true,
      () => false,
    );
  const remove = (of: Version): Promise<void> => fs.rm(folderOf(of), { recursive: true, force: true });

  /**
   * By rename: the folder is whole or not there. One that is there stays as it is.
   * @returns whether it was made here
   */
  async function putOnce(of: Version, fill: (unfinished: string) => Promise<void>): Promise<boolean> {
    const to = folderOf(of);
    if (await has(of)) return false;
    const unfinished = `${to}.${randomUUID()}.new`;
    await fs.mkdir(path.dirname(to), { recursive: true });
    try {
      await fill(unfinished);
      await fs.rename(unfinished, to);
      return true;
    } catch (error) {
      await fs.rm(unfinished, { recursive: true, force: true });
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
      return false;
    }
  }

  return {
    has,
    remove,
    folderOf,
    fillOnce: putOnce,

    /** Copies a build into the folder of its version. */
    copyOnce: (dist: string, of: Version): Promise<boolean> =>
      putOnce(of, (unfinished) =>
        fs.cp(dist, unfinished, { recursive: true, filter: (file) => !isPublic || !SOURCE_MAP.test(file) }),
      ),

    /**
     * Makes the folder of a version of files that were sent.
     * @param sourceOf where the file of a hash lies
     * @returns whether the folder was made here, and was not there from an earlier release
     * @throws RefusedError for one that is not there, or is not what its hash says, and for a folder with other files
     */
    async gatherOnce(
      of: Version,
      files: readonly ReleasedFile[],
      sourceOf: (hash: string) => string,
    ): Promise<boolean> {
      const isNew = await putOnce(of, (unfinished) => gather(unfinished, files, sourceOf));
      if (!isNew) await assertHolds(folderOf(of), of, files);
      return isNew;
    },

    /** What the files of all versions of a remote take, also of those that pages may still ask for. */
    bytesOf: (name: string): Promise<number> => bytesIn(path.join(releasesDir, name)),

    /**
     * Clears away what belongs to no version any more: of releases that were cut off, and of versions that were let go,
     * once no page asks for them.
     * @param known versions of the remote
     * @param letGo those that are known no more from now on
     */
    async tidy(name: string, known: readonly string[], letGo: readonly string[]): Promise<void> {
      const now = new Date();
      for (const version of letGo) await fs.utimes(folderOf({ name, version }), now, now).catch(() => {});
      const folders = await fs.readdir(path.join(releasesDir, name)).catch(() => []);
      for (const version of folders.filter((folder) => !known.includes(folder))) {
        const { mtimeMs } = await fs.stat(folderOf({ name, version })).catch(() => ({ mtimeMs: Infinity }));
        // What cannot be cleared away harms nobody, and is met again next time.
        if (now.getTime() - mtimeMs > STILL_ASKED_FOR_MS) await remove({ name, version }).catch(() => {});
      }
    },
  };
}
export type ReleaseFiles = ReturnType<typeof releaseFiles>;

async function gather(
  folder: string,
  files: readonly ReleasedFile[],
  sourceOf: (hash: string) => string,
): Promise<void> {
  for (const { path: name, hash } of files) {
    const to = path.join(folder, name);
    await fs.mkdir(path.dirname(to), { recursive: true });
    await fs.copyFile(sourceOf(hash), to).catch((error: unknown) => {
      throw new RefusedError(`${name} was not sent: run the release again.`, {}, { cause: error });
    });
    if ((await hashOfFile(to)) === hash) continue;
    await fs.rm(sourceOf(hash), { force: true });
    throw new RefusedError(`${name} is not what its hash says: run the release again.`);
  }
}

/** @throws RefusedError for a folder from an earlier release that holds something else under one of the names */
async function assertHolds(folder: string, { name, version }: Version, files: readonly ReleasedFile[]): Promise<void> {
  for (const file of files)
    if ((await hashOfFile(path.join(folder, file.path)).catch(() => null)) !== file.hash)
      throw new RefusedError(
        `${file.path} was another file in an earlier release of ${name} ${version}, which open pages may still use: ` +
          'change something and build it again.',
      );
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await fs.stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
