import fs from 'node:fs/promises';
import path from 'node:path';

const HASH = /^[0-9a-f]{64}$/;

/** Where a file lies under its hash: on the shelf of its first two letters. */
export function shelved(folder: string, sha256: string): string {
  if (!HASH.test(sha256)) throw new Error(`${sha256} is no hash`);
  return path.join(folder, sha256.slice(0, 2), sha256);
}

/** The hashes that lie on the shelves of a folder since before `before`, a shelf at a time. */
export async function* hashesIn(folder: string, before: Date): AsyncGenerator<string[], void, void> {
  for (const shelf of await namesIn(folder)) {
    if (shelf === 'incoming') continue;
    const kept = (await namesIn(path.join(folder, shelf))).filter((name) => HASH.test(name));
    yield await olderThan(before, kept, (sha256) => shelved(folder, sha256));
  }
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await fs.readdir(folder).catch(orNull)) ?? [];
}

/** Those of these names whose files were last written before `before`. */
export async function olderThan(
  before: Date,
  names: readonly string[],
  at: (name: string) => string,
): Promise<string[]> {
  const ages = await Promise.all(
    names.map(async (name) => ({ name, stat: await fs.stat(at(name)).catch(() => null) })),
  );
  return ages.filter(({ stat }) => stat !== null && stat.mtimeMs < before.getTime()).map(({ name }) => name);
}

/** For what is not there. */
export function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
