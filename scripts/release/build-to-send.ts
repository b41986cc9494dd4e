import fs from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import type { ReleasedFile } from '../../api/src/contract/releases.ts';
import { readBuiltRelease } from '../../api/src/features/remotes/built-release.ts';
import { filesIn } from '../../api/src/features/remotes/file-hash.ts';
import { SURFACE_FILE } from '../../api/src/surfaces/surface.ts';
import type { ProductClient } from './product-client.ts';

const AT_ONCE = 6;

/** A build as it is released. */
export interface BuildToSend {
  readonly dist: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: { readonly manifest: string; readonly entry: string };
  readonly files: readonly ReleasedFile[];
}

/** @throws Error for a folder that holds no build, or another area's */
export async function readBuild(dist: string, area: string): Promise<BuildToSend> {
  const built = await readBuiltRelease(dist);
  if (built === null) throw new Error(`${dist} holds no build to release.`);
  if (built.name !== area) throw new Error(`${dist} holds a build of ${built.name}, not of ${area}.`);
  const files = await filesIn(dist);
  const empty = files.find(({ bytes }) => bytes === 0);
  if (empty !== undefined) throw new Error(`${empty.path} is empty, and only files with content are released.`);
  return { dist, name: built.name, version: built.version, integrity: built.integrity, files };
}

/**
 * Says that a version may break later, of one that does not say what it uses. Builds from before that was written down
 * are taken all the same: an area of another repository is built anew when its team has time.
 */
export function tellUncompared({ name, files }: Pick<BuildToSend, 'name' | 'files'>): void {
  if (files.some((file) => file.path === SURFACE_FILE)) return;
  console.error(
    `${name} doesn't say what it uses of others: its build has no ${SURFACE_FILE}. It can be released, but a later ` +
      'shell that breaks it is not held back. Build it with the current @pagecast packages.',
  );
}

/** Sends what the product does not have. @returns how many files that were, and their bytes */
export async function sendMissing(
  client: ProductClient,
  { dist, files }: Pick<BuildToSend, 'dist' | 'files'>,
): Promise<{ count: number; bytes: number }> {
  const missing = new Map((await client.missing(files)).map(({ hash, offset }) => [hash, offset]));
  const wanted = [...new Map(files.map((file) => [file.hash, file])).values()].filter(({ hash }) => missing.has(hash));
  await pMap(
    wanted,
    async (file) => client.send(file, await fs.readFile(path.join(dist, file.path)), missing.get(file.hash) ?? 0),
    { concurrency: AT_ONCE },
  );
  const bytes = wanted.reduce((sum, file) => sum + file.bytes - (missing.get(file.hash) ?? 0), 0);
  return { count: wanted.length, bytes };
}
