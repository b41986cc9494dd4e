import path from 'node:path';
import type { ReleasedFile } from '../../contract/releases.ts';
import { integrityOf } from './file-hash.ts';
import type { NewRelease } from './release-row.ts';

/** Every page reads it before it shows the area, and it has one or two. */
const MANIFEST_BYTES = 64 * 1024;

/**
 * Proves that a browser would check every file of code of a build: manifest and entry by the hashes that are
 * registered, and each other file by the hash that the entry carries.
 * @param carried the entry's text
 * @throws Error that names the first file for which that is not so, or a manifest too long for every page to read
 */
export function assertChecked(
  files: readonly ReleasedFile[],
  { name, version, manifestUrl, entryUrl, integrity, preload }: NewRelease,
  carried: string,
): void {
  const [manifest, entry] = [path.posix.basename(manifestUrl), path.posix.basename(entryUrl)];
  const registered = new Map([
    [manifest, integrity.manifest],
    [entry, integrity.entry],
    ...preload.map((file) => [path.posix.basename(file.url), file.integrity] as const),
  ]);
  const built = new Map(files.map((file) => [file.path, integrityOf(file.hash)]));
  for (const [file, hash] of registered) {
    if (!built.has(file))
      throw new Error(`${name} ${version} needs ${file}, which is not among its files: build it again.`);
    if (built.get(file) !== hash)
      throw new Error(
        `${file} of ${name} ${version} was changed after it was built: delete its dist folder and build it again.`,
      );
  }
  if ((files.find((file) => file.path === manifest)?.bytes ?? 0) > MANIFEST_BYTES)
    throw new Error(`${manifest} of ${name} ${version} may have ${MANIFEST_BYTES / 1024} KB at most: build it again.`);
  for (const [file, hash] of built) {
    if (!/\.(js|css)$/.test(file) || file === entry || carried.includes(hash)) continue;
    throw new Error(
      `${file} of ${name} ${version} would run unchecked: its entry does not carry its hash, ` +
        'or it was changed after it was built.',
    );
  }
}
