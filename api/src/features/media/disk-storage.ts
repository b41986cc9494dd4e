import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StorageFullError } from '../../http/errors.ts';
import type { Incoming, MediaStorage, Received } from './media-storage.ts';

const HASH = /^[0-9a-f]{64}$/;
const NAME = /^[0-9a-f-]{36}$/;
/** The database and the logs live on the same disk: media leave them this much. */
const RESERVE_BYTES = 256 * 1024 * 1024;

/** Files below `folder`, readable by this user alone. A file takes its place by a rename, so it is there whole or not at all. */
export function diskStorage(folder: string): MediaStorage {
  const incoming = path.join(folder, 'incoming');
  const pathOf = (sha256: string) => {
    if (!HASH.test(sha256)) throw new Error(`${sha256} is no hash`);
    return path.join(folder, sha256.slice(0, 2), sha256);
  };
  const partsOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`${name} is no name of an upload`);
    return path.join(incoming, `${name}.part`);
  };

  return {
    pathOf,

    async open() {
      await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
      return openFile(path.join(incoming, randomUUID()));
    },

    async checkRoom(bytes) {
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await fs.statfs(folder);
      if (bavail * bsize < bytes + RESERVE_BYTES) throw new StorageFullError();
    },

    async beginParts(name) {
      await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
      await fs.writeFile(partsOf(name), '', { flag: 'wx', mode: 0o600 });
    },

    async append(name, offset, pieces) {
      const file = partsOf(name);
      const handle = await fs.open(file, 'r+');
      let at = offset;
      try {
        for await (const piece of pieces) {
          // At its place, not at the end: two lines of one sender may overlap for a moment.
          await handle.write(piece, 0, piece.length, at);
          at += piece.length;
        }
        return at;
      } catch (error) {
        // Only so can there be room again.
        if (isFull(error)) await fs.rm(file, { force: true });
        throw roomOr(error);
      } finally {
        await handle.close();
      }
    },

    async lengthOf(name) {
      const found = await fs.stat(partsOf(name)).catch(orNull);
      return found?.size ?? null;
    },

    async completeParts(name) {
      const file = partsOf(name);
      const digest = createHash('sha256');
      await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), digest);
      const handle = await fs.open(file, 'r+');
      await handle.sync().finally(() => handle.close());
      return { path: file, sha256: digest.digest('hex'), bytes: (await fs.stat(file)).size };
    },

    dropParts: (name) => fs.rm(partsOf(name), { force: true }),

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

async function openFile(file: string): Promise<Incoming> {
  const handle = await fs.open(file, 'wx', 0o600).catch((error: unknown) => { throw roomOr(error); });
  const digest = createHash('sha256');
  let bytes = 0;
  let isOpen = true;
  const close = async () => {
    if (isOpen) await handle.close();
    isOpen = false;
  };

  return {
    async write(piece) {
      digest.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece).catch((error: unknown) => { throw roomOr(error); });
    },

    async finish(): Promise<Received> {
      await handle.sync().catch((error: unknown) => { throw roomOr(error); });
      await close();
      return { path: file, sha256: digest.digest('hex'), bytes };
    },

    async abort() {
      await close();
      await fs.rm(file, { force: true });
    },
  };
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function roomOr(error: unknown): unknown {
  return isFull(error) ? new StorageFullError({ cause: error }) : error;
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

async function namesIn(folder: string): Promise<string[]> {
  return await fs.readdir(folder).catch(orNull) ?? [];
}

async function olderThan(before: Date, names: readonly string[], at: (name: string) => string): Promise<string[]> {
  const ages = await Promise.all(names.map(async (name) => ({ name, stat: await fs.stat(at(name)).catch(() => null) })));
  return ages.filter(({ stat }) => stat !== null && stat.mtimeMs < before.getTime()).map(({ name }) => name);
}
