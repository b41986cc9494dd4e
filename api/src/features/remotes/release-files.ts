import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { releasePath } from './built-release.ts';

const AT_ONCE = 8;
const WITHIN_MS = 10_000;
/** Packed copies of files are served in their place, and are checked with them; what starts with a dot is not served. */
const NOT_SERVED = /\.br$|(^|\/)\./;

interface Version {
  readonly name: string;
  readonly version: string;
}

/** The folder of each version: written once, never changed. */
export function releaseFiles(releasesDir: string) {
  const folderOf = ({ name, version }: Version) => path.join(releasesDir, name, version);

  return {
    /** Copies a build into the folder of its version, by rename: the folder is whole or not there. One that is there stays as it is. */
    async copyOnce(dist: string, of: Version): Promise<void> {
      const to = folderOf(of);
      if (await fs.stat(to).catch(() => null)) return;
      const unfinished = `${to}.${randomUUID()}.new`;
      await fs.mkdir(path.dirname(to), { recursive: true });
      await fs.cp(dist, unfinished, { recursive: true });
      await fs.rename(unfinished, to).catch(async (error: NodeJS.ErrnoException) => {
        await fs.rm(unfinished, { recursive: true, force: true });
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      });
    },

    async remove(of: Version): Promise<void> {
      await fs.rm(folderOf(of), { recursive: true, force: true });
    },
  };
}
export type ReleaseFiles = ReturnType<typeof releaseFiles>;

/**
 * Asks a server for every file of a build, as a browser would.
 * @param origin of the server, without a path
 * @returns how many files are there, byte by byte as in `dist`
 * @throws Error that names the first file which is not
 */
export async function verifyServed(dist: string, of: Version, origin: string): Promise<number> {
  const files = (await fs.readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile()).map((file) => path.relative(dist, path.join(file.parentPath, file.name)).replaceAll(path.sep, '/'))
    .filter((file) => !NOT_SERVED.test(file));
  await pMap(files, async (file) => {
    const url = `${origin}${releasePath(of.name, of.version)}/${file}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) }).catch((error: unknown) => { throw new Error(`${url} does not answer`, { cause: error }); });
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    const [served, built] = [Buffer.from(await answer.arrayBuffer()), await fs.readFile(path.join(dist, file))];
    if (hashOf(served) !== hashOf(built)) throw new Error(`${url} is not the file that was built: it has ${served.length} bytes and another hash`);
  }, { concurrency: AT_ONCE });
  return files.length;
}

function hashOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
