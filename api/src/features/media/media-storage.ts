import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Bytes that have come in whole and are not kept yet. */
export interface Received {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Where the bytes of media lie, under their SHA-256. Whoever uses it sees to it that `keep` and `remove`
 * of one hash never run at the same time.
 */
export interface MediaStorage {
  /** Writes aside what comes, piece by piece. What fails on the way leaves nothing. */
  receive(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Received>;
  keep(received: Received): Promise<void>;
  discard(received: Received): Promise<void>;
  /** Where to read it from: absolute. */
  pathOf(sha256: string): string;
  /** Removing what is not there is fine. */
  remove(sha256: string): Promise<void>;
  /** The hashes kept before `before`, some at a time. */
  keptBefore(before: Date): AsyncIterable<string[]>;
  /** Takes away what was received before `before` and never kept. */
  removeForsaken(before: Date): Promise<void>;
}

const HASH = /^[0-9a-f]{64}$/;

/** Files below `folder`, readable by this user alone. A file takes its place by a rename, so it is there whole or not at all. */
export function diskStorage(folder: string): MediaStorage {
  const incoming = path.join(folder, 'incoming');
  const pathOf = (sha256: string) => {
    if (!HASH.test(sha256)) throw new Error(`${sha256} is no hash`);
    return path.join(folder, sha256.slice(0, 2), sha256);
  };

  return {
    pathOf,

    async receive(pieces) {
      await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
      const file = path.join(incoming, randomUUID());
      const digest = createHash('sha256');
      let bytes = 0;
      const handle = await fs.open(file, 'wx', 0o600);
      try {
        for await (const piece of pieces) {
          digest.update(piece);
          bytes += piece.length;
          await handle.writeFile(piece);
        }
        await handle.sync();
      } catch (error) {
        await handle.close();
        await fs.rm(file, { force: true });
        throw error;
      }
      await handle.close();
      return { path: file, sha256: digest.digest('hex'), bytes };
    },

    async keep({ path: file, sha256 }) {
      await fs.mkdir(path.dirname(pathOf(sha256)), { recursive: true, mode: 0o700 });
      await fs.rename(file, pathOf(sha256));
    },

    discard: ({ path: file }) => fs.rm(file, { force: true }),
    remove: (sha256) => fs.rm(pathOf(sha256), { force: true }),

    async* keptBefore(before) {
      for (const shelf of await namesIn(folder)) {
        if (shelf === 'incoming') continue;
        const kept = (await namesIn(path.join(folder, shelf))).filter((name) => HASH.test(name));
        yield await olderThan(before, kept, pathOf);
      }
    },

    async removeForsaken(before) {
      const at = (name: string) => path.join(incoming, name);
      const forsaken = await olderThan(before, await namesIn(incoming), at);
      await Promise.all(forsaken.map((name) => fs.rm(at(name), { force: true })));
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

async function olderThan(before: Date, names: readonly string[], at: (name: string) => string): Promise<string[]> {
  const ages = await Promise.all(names.map(async (name) => ({ name, stat: await fs.stat(at(name)).catch(() => null) })));
  return ages.filter(({ stat }) => stat !== null && stat.mtimeMs < before.getTime()).map(({ name }) => name);
}
