import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '../features/media/objects/bucket.ts';

/** What lies there, by its name with slashes. */
export interface Lying {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Where backups are kept. Whatever has a name there is whole: a write that is cut off leaves none. */
export interface BackupPlace {
  readonly label: string;
  put(name: string, content: Readable): Promise<void>;
  /** null when there is none. */
  read(name: string): Promise<Readable | null>;
  size(name: string): Promise<number | null>;
  /** Everything whose name begins with this, which ends with a slash or is empty. */
  list(beginning: string): AsyncIterable<Lying>;
  remove(name: string): Promise<void>;
}

const UNFINISHED = '.unfinished-';
/** What a backup that was cut off has left. */
const LEFT_AFTER_MS = 3_600_000;
/** At once. Most of what lies there is far smaller: it is read into no more than it needs. */
const MOST_READ_BYTES = 1024 * 1024;

export function folderPlace(folder: string): BackupPlace {
  const at = (name: string) => path.join(folder, ...name.split('/'));

  async function* walk(beginning: string): AsyncGenerator<Lying> {
    const entries = await fs.readdir(at(beginning), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = `${beginning}${entry.name}`;
      if (entry.isDirectory()) yield* walk(`${name}/`);
      else if (entry.isFile()) {
        const stat = await fs.stat(at(name)).catch(() => null);
        if (stat === null) continue;
        if (!entry.name.startsWith(UNFINISHED)) yield { name, bytes: stat.size, modifiedAt: stat.mtime };
        else if (Date.now() - stat.mtimeMs > LEFT_AFTER_MS) await fs.rm(at(name), { force: true });
      }
    }
  }

  return {
    label: folder,
    async put(name, content) {
      const file = at(name);
      await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const aside = path.join(path.dirname(file), `${UNFINISHED}${randomUUID()}`);
      try {
        // Named only once it is on the disk: also after a power cut there is all of it, or no such name.
        await pipeline(content, createWriteStream(aside, { mode: 0o600, flush: true }));
        await fs.rename(aside, file);
        await synced(path.dirname(file));
      } finally {
        await fs.rm(aside, { force: true });
      }
    },
    async read(name) {
      const handle = await fs.open(at(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (handle === null) return null;
      const { size } = await handle.stat();
      // With room for one more byte the end is found without another read into as much.
      return createReadStream('', { fd: handle, highWaterMark: Math.min(size + 1, MOST_READ_BYTES) });
    },
    async size(name) {
      const stat = await fs.stat(at(name)).catch(() => null);
      return stat?.isFile() === true ? stat.size : null;
    },
    list: walk,
    async remove(name) {
      await fs.rm(at(name), { force: true });
      // Folders that are empty now; one that is not stays.
      await fs.rmdir(path.dirname(at(name))).catch(() => {});
    },
  };
}

export function bucketPlace(bucket: Bucket, label: string): BackupPlace {
  return {
    label,
    put: (name, content) => bucket.putStream(name, content),
    async read(name) {
      const bytes = await bucket.head(name);
      if (bytes === null) return null;
      if (bytes === 0) return Readable.from([]);
      const found = await bucket.read(name, { start: 0, end: bytes - 1 });
      return found === null ? null : Readable.from(found, { objectMode: false });
    },
    size: (name) => bucket.head(name),
    async *list(beginning) {
      for await (const some of bucket.list(beginning))
        for (const { key, bytes, modifiedAt } of some) yield { name: key, bytes, modifiedAt };
    },
    remove: (name) => bucket.remove(name),
  };
}

/** So that the name outlives a power cut, too; not every system can. */
async function synced(folder: string): Promise<void> {
  const handle = await fs.open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
