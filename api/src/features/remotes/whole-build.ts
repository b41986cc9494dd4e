import fs from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from './file-hash.ts';
import type { NewRelease } from './remotes.repository.ts';

/**
 * Proves that a browser would check every file of code of a build: manifest and entry by the hashes that are
 * registered, and each other file by the hash that the entry carries.
 * @throws Error that names the first file for which that is not so
 */
export async function assertChecked(
  dist: string,
  { name, version, manifestUrl, entryUrl, integrity, preload }: NewRelease,
): Promise<void> {
  const [manifest, entry] = [path.posix.basename(manifestUrl), path.posix.basename(entryUrl)];
  const registered = new Map([
    [manifest, integrity.manifest],
    [entry, integrity.entry],
    ...preload.map((file) => [path.posix.basename(file.url), file.integrity] as const),
  ]);
  for (const [file, hash] of registered) {
    if (integrityOf(await fs.readFile(path.join(dist, file))) !== hash)
      throw new Error(
        `${file} of ${name} ${version} was changed after it was built: delete ${dist}, so that it is built anew.`,
      );
  }
  const carried = await fs.readFile(path.join(dist, entry), 'utf8');
  for (const file of (await fs.readdir(dist, { recursive: true })).filter(
    (found) => /\.(js|css)$/.test(found) && found !== entry,
  )) {
    const hash = integrityOf(await fs.readFile(path.join(dist, file)));
    if (!carried.includes(hash))
      throw new Error(
        `${file} of ${name} ${version} would run unchecked: its entry does not carry its hash, or it was changed after it was built.`,
      );
  }
}
