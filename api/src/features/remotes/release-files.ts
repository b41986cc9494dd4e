import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { SOURCE_MAP } from '../../http/send-static.ts';
import { releasePath } from './built-release.ts';

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

  return {
    has,
    remove,

    /**
     * Copies a build into the folder of its version, by rename: the folder is whole or not there. One that is there
     * stays as it is.
     */
    async copyOnce(dist: string, of: Version): Promise<void> {
      const to = folderOf(of);
      if (await has(of)) return;
      const unfinished = `${to}.${randomUUID()}.new`;
      await fs.mkdir(path.dirname(to), { recursive: true });
      try {
        await fs.cp(dist, unfinished, { recursive: true, filter: (file) => !isPublic || !SOURCE_MAP.test(file) });
        await fs.rename(unfinished, to);
      } catch (error) {
        await fs.rm(unfinished, { recursive: true, force: true });
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
      }
    },

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
