import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseFiles } from './release-files.ts';

const NAME = 'shell';
/** The newest of the shell's builds, ours among them. */
const KEPT_BUILDS = 5;

/**
 * The files of the shell's last builds, beside those of the areas: a page that was opened with one of them asks for its
 * later parts by their names, from whichever process, until it is loaded again. While a new version is rolled out, so
 * do pages of processes that run another build than this one.
 */
export function keptShells({ dist, releasesDir, files }: { dist: string; releasesDir: string; files: ReleaseFiles }) {
  const folder = path.join(releasesDir, NAME);

  /** The newest first: each start of a process with a build makes it the newest. */
  async function builds(): Promise<string[]> {
    const names = (await fs.readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{16}$/.test(name));
    const dated = await Promise.all(
      names.map(async (name) => ({
        name,
        at: (await fs.stat(path.join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
      })),
    );
    return dated.toSorted((a, b) => b.at - a.at).map(({ name }) => name);
  }

  return {
    /** Puts this process's build among them, and lets older ones go a day after they were the newest five. */
    async keep(): Promise<void> {
      const page = await fs.readFile(path.join(dist, 'index.html')).catch(() => null);
      if (page === null) return;
      const version = hash('sha256', page, 'hex').slice(0, 16);
      await files.copyOnce(dist, { name: NAME, version });
      const now = new Date();
      await fs.utimes(path.join(folder, version), now, now);
      await files.tidy(NAME, (await builds()).slice(0, KEPT_BUILDS), []);
    },

    /** @returns the folder of a build that has the file, or null */
    async folderWith(file: string): Promise<string | null> {
      for (const build of await builds()) {
        const at = path.join(folder, build);
        const isThere = await fs.stat(path.join(at, path.posix.basename(file))).then(
          (found) => found.isFile(),
          () => false,
        );
        if (isThere) return at;
      }
      return null;
    },
  };
}
export type KeptShells = ReturnType<typeof keptShells>;
