import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { SentFile } from '../../contract/releases.ts';
import { diskTime } from '../../disk-time.ts';
import { ConflictError, InvalidInputError, PayloadTooLargeError } from '../../http/errors.ts';
import { hashOfFile } from './file-hash.ts';
import { hashedFolders } from './hashed-folders.ts';

/** Of one area, whole and in part: room for a release on its way and for one that was cut off. */
const AREA_BYTES = 128 * 1024 * 1024;
const AREA_FILES = 2000;
/** Nobody goes on with it after that. */
const ABANDONED_MS = 24 * 3_600_000;
/** What another release of the area sends is left alone so long, where its room is wanted. */
const UNDER_WAY_MS = 10 * 60_000;

interface Deps {
  readonly releasesDir: string;
  /** @throws StorageFullError where so many more bytes would leave too little */
  readonly checkRoom: (bytes: number) => Promise<void>;
}

/**
 * Files of releases on their way, in a folder for each area, under their hashes: any process that shares the folder
 * may take any part of them.
 */
export function incomingFiles({ releasesDir, checkRoom }: Deps) {
  const incoming = path.join(releasesDir, '.incoming');
  /** Bytes of each area that this process is taking: they are not on the disk yet. */
  const coming = new Map<string, number>();
  const hashedFilesIn = hashedFolders();
  const folderOf = (area: string) => path.join(incoming, area);
  const wholeOf = (area: string, hash: string) => path.join(folderOf(area), hash);
  const partOf = (area: string, hash: string) => path.join(folderOf(area), `${hash}.part`);

  return {
    /** Where a file that is there lies. */
    pathOf: wholeOf,

    /**
     * Which of `wanted` are not there, and how much of each is. What earlier versions have is taken from them.
     * @param versions their folders
     */
    async missing(area: string, wanted: readonly SentFile[], versions: readonly string[]) {
      await fs.mkdir(folderOf(area), { recursive: true, mode: 0o700 });
      await forget(folderOf(area), UNDER_WAY_MS, new Set(wanted.flatMap(({ hash }) => [hash, `${hash}.part`])));
      const absent = new Map<string, SentFile>();
      for (const file of wanted) if ((await sizeOf(wholeOf(area, file.hash))) === null) absent.set(file.hash, file);
      for (const folder of absent.size === 0 ? [] : versions)
        for (const { path: name, hash } of await hashedFilesIn(folder))
          if (absent.has(hash) && (await copied(path.join(folder, name), wholeOf(area, hash), hash)))
            absent.delete(hash);
      return Promise.all(
        [...absent.keys()].map(async (hash) => ({ hash, offset: (await sizeOf(partOf(area, hash))) ?? 0 })),
      );
    },

    /**
     * Adds what comes to a file, and keeps what has come when the line drops.
     * @returns how much of it is there
     * @throws ConflictError for another place than where it ends, InvalidInputError for bytes that do not fit its hash
     */
    async append(area: string, file: SentFile, offset: number, chunks: () => Promise<AsyncIterable<Uint8Array>>) {
      if ((await sizeOf(wholeOf(area, file.hash))) !== null) return file.bytes;
      await assertSpace(folderOf(area), area, file, coming.get(area) ?? 0);
      await checkRoom(file.bytes - offset);
      const part = partOf(area, file.hash);
      const there = (await sizeOf(part)) ?? 0;
      if (there !== offset) throw continueFrom(there);
      const wanted = file.bytes - offset;
      coming.set(area, (coming.get(area) ?? 0) + wanted);
      const length = await write(part, offset, file.bytes, await chunks()).finally(() =>
        coming.set(area, (coming.get(area) ?? 0) - wanted),
      );
      if (length < file.bytes) return length;
      const hash = await hashOfFile(part).catch(() => null);
      // Somebody else has sent the same file meanwhile, or something else under its hash.
      if (hash === null && (await sizeOf(wholeOf(area, file.hash))) !== null) return file.bytes;
      if (hash === null) throw continueFrom(0);
      if (length > file.bytes || hash !== file.hash) {
        await fs.rm(part, { force: true });
        throw InvalidInputError.of([{ path: 'hash', message: 'The bytes do not fit this hash: send the file again' }]);
      }
      await fs.rename(part, wholeOf(area, file.hash));
      return length;
    },

    /** What was sent for a release that is there now; another one of the area may be on its way. */
    async clear(area: string, files: readonly SentFile[]): Promise<void> {
      await Promise.all(files.map(({ hash }) => fs.rm(wholeOf(area, hash), { force: true })));
    },

    /** Of all areas: what nobody went on with. */
    async sweep(): Promise<void> {
      for (const area of await fs.readdir(incoming).catch(() => []))
        await forget(folderOf(area), ABANDONED_MS, new Set());
    },
  };
}
export type IncomingFiles = ReturnType<typeof incomingFiles>;

/** @returns false for a file that is something else by now */
async function copied(file: string, to: string, hash: string): Promise<boolean> {
  const copy = `${to}.${randomUUID()}.part`;
  try {
    await fs.copyFile(file, copy);
    if ((await hashOfFile(copy)) !== hash) return false;
    await fs.rename(copy, to);
    return true;
  } catch {
    return false;
  } finally {
    await fs.rm(copy, { force: true });
  }
}

/** @throws PayloadTooLargeError where the files of an area have no space for another one */
async function assertSpace(folder: string, area: string, { hash, bytes }: SentFile, coming: number): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const others = (await fs.readdir(folder)).filter((name) => name !== `${hash}.part`);
  const sizes = await Promise.all(others.map((name) => sizeOf(path.join(folder, name))));
  const taken = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  if (taken + coming + bytes > AREA_BYTES || others.length >= AREA_FILES)
    throw new PayloadTooLargeError(
      `Files of unfinished releases fill the space that ${area} has for uploads. ` +
        'Wait ten minutes and run the release again: what nobody uses by then is deleted.',
    );
}

function continueFrom(offset: number): ConflictError {
  return new ConflictError(`${offset} bytes of this file are there: continue from byte ${offset}.`, { offset });
}

/**
 * Each byte at its own place, so that two who send the same file at once write the same.
 * @returns the length there is now, or one more than `limit` where more came
 */
async function write(file: string, offset: number, limit: number, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await fs.open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  let at = offset;
  try {
    for await (const chunk of chunks) {
      if (at + chunk.length > limit) return limit + 1;
      await writeWhole(handle, chunk, at);
      at += chunk.length;
    }
    return at;
  } finally {
    await handle.close();
  }
}

async function writeWhole(handle: fs.FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length;)
    done += (await handle.write(chunk, done, chunk.length - done, position + done)).bytesWritten;
}

async function sizeOf(file: string): Promise<number | null> {
  return fs.stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

async function forget(folder: string, unusedMs: number, kept: ReadonlySet<string>): Promise<void> {
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => !kept.has(name));
  if (names.length === 0) return;
  const now = await diskTime(folder);
  for (const name of names) {
    const file = path.join(folder, name);
    const { mtimeMs } = await fs.stat(file).catch(() => ({ mtimeMs: Infinity }));
    if (now - mtimeMs > unusedMs) await fs.rm(file, { recursive: true, force: true });
  }
}
