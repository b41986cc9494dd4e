import { createHash, randomUUID, type Hash } from 'node:crypto';
import fs from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isStorageFull, StorageFullError } from '../../http/errors.ts';
import { namesIn, olderThan, orNull } from './disk-shelves.ts';
import { fileWriter } from './file-writer.ts';
import { receiveAll, type Aside, type Incoming, type Intake, type Received, type Reserve } from './media-storage.ts';

const NAME = /^[0-9a-f-]{36}$/;
/** The database and the logs live on the same disk. */
const RESERVE: Reserve = { bytes: 256 * 1024 * 1024, share: 0.1 };
const DIGESTS_KEPT = 200;
const READ_BYTES = 1024 * 1024;

/** Files on their way into `folder`. */
export function diskIntake(folder: string) {
  const incoming = path.join(folder, 'incoming');

  const checkRoom = async (bytes = 0, reserve = RESERVE) => {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, blocks, bsize } = await fs.statfs(folder);
    if (bavail * bsize < bytes + Math.min(reserve.bytes, blocks * bsize * reserve.share)) throw new StorageFullError();
  };

  const open = async (aside?: Aside) => {
    await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
    const file = aside === undefined ? path.join(incoming, randomUUID()) : partsIn(incoming, aside.name);
    return openFile(file, () => checkRoom(0, aside?.reserve));
  };

  return {
    ...uploadParts({ incoming, open, checkRoom }),
    writer: randomUUID(),
    checkRoom,
    open,
    discard: ({ path: file }: Received) => fs.rm(file, { force: true }),

    /** Writes something small aside. @returns where; null where there is no room for it */
    async writeAside(data: Uint8Array): Promise<string | null> {
      const aside = path.join(incoming, randomUUID());
      try {
        await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
        await fs.writeFile(aside, data, { mode: 0o600 });
        return aside;
      } catch {
        await fs.rm(aside, { force: true }).catch(() => {});
        return null;
      }
    },

    async removeStale(before: Date) {
      const at = (name: string) => path.join(incoming, name);
      const stale = await olderThan(before, await namesIn(incoming), at);
      await Promise.all(stale.map((name) => fs.rm(at(name), { force: true })));
    },
  };
}
export type DiskIntake = ReturnType<typeof diskIntake>;

interface Room {
  readonly incoming: string;
  open(): Promise<Incoming>;
  /** @throws StorageFullError where `bytes` more would leave too little */
  checkRoom(bytes?: number): Promise<void>;
}

/** Files that come in parts, over as many lines as it takes. */
function uploadParts({
  incoming,
  open,
  checkRoom,
}: Room): Pick<Intake, 'beginParts' | 'append' | 'lengthOf' | 'completeParts' | 'dropParts'> {
  const digests = runningDigests();
  const partsOf = (name: string) => partsIn(incoming, name);

  return {
    async beginParts(name) {
      await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
      await fs.writeFile(partsOf(name), '', { flag: 'wx', mode: 0o600 });
    },

    async append(name, offset, chunks) {
      const file = partsOf(name);
      // At its place, not at the end: two lines of one sender may overlap for a moment.
      const writer = fileWriter(await fs.open(file, 'r+'), { start: offset, flush: false, checkRoom });
      const digest = digests.goOn(name, offset);
      let at = offset;
      try {
        try {
          for await (const chunk of chunks) {
            digest?.update(chunk);
            at += chunk.length;
            await writer.write(chunk);
          }
        } finally {
          // What has come is kept, also when the line dropped.
          await writer.end();
        }
        digests.keep(name, digest, at);
        return at;
      } catch (error) {
        // Only so can there be room again.
        if (isStorageFull(error)) await fs.rm(file, { force: true });
        throw roomOr(error);
      }
    },

    async lengthOf(name) {
      const found = await fs.stat(partsOf(name)).catch(orNull);
      return found?.size ?? null;
    },

    async completeParts(name, isShared) {
      const file = partsOf(name);
      if (isShared)
        return { ...(await receiveAll({ open }, createReadStream(file, { highWaterMark: READ_BYTES }))), isCopy: true };
      const handle = await fs.open(file, 'r+');
      await handle.sync().finally(() => handle.close());
      const { size } = await fs.stat(file);
      return { path: file, sha256: digests.take(name, size) ?? (await digestOf(file)), bytes: size, isCopy: false };
    },

    async dropParts(name) {
      digests.take(name, 0);
      await fs.rm(partsOf(name), { force: true });
    },
  };
}

function partsIn(incoming: string, name: string): string {
  if (!NAME.test(name)) throw new Error(`${name} is no name of an upload`);
  return path.join(incoming, `${name}.part`);
}

async function openFile(file: string, checkRoom: () => Promise<void>): Promise<Incoming> {
  const handle = await fs.open(file, 'wx', 0o600).catch((error: unknown) => {
    throw roomOr(error);
  });
  const writer = fileWriter(handle, { start: 0, flush: true, checkRoom });
  const digest = createHash('sha256');
  let bytes = 0;

  return {
    async write(chunk) {
      digest.update(chunk);
      bytes += chunk.length;
      await writer.write(chunk).catch((error: unknown) => {
        throw roomOr(error);
      });
    },

    async finish(): Promise<Received> {
      await writer.end().catch((error: unknown) => {
        throw roomOr(error);
      });
      return { path: file, sha256: digest.digest('hex'), bytes };
    },

    async abort() {
      // However it ended, it is to go.
      await writer.end().catch(() => {});
      await fs.rm(file, { force: true });
    },
  };
}

/** Digests of uploads under way in this process: one that came here in order need not be read again at its end. */
function runningDigests() {
  const running = new Map<string, { readonly digest: Hash; readonly at: number }>();
  return {
    /** null: what came before came elsewhere, or in another order. */
    goOn(name: string, offset: number): Hash | null {
      const known = running.get(name);
      running.delete(name);
      if (offset === 0) return createHash('sha256');
      return known?.at === offset ? known.digest : null;
    },
    keep(name: string, digest: Hash | null, at: number): void {
      if (digest !== null) running.set(name, { digest, at });
      // Of uploads that nobody ends, the oldest make room.
      const [oldest] = running.keys();
      if (running.size > DIGESTS_KEPT && oldest !== undefined) running.delete(oldest);
    },
    take(name: string, bytes: number): string | null {
      const known = running.get(name);
      running.delete(name);
      return known?.at === bytes && bytes > 0 ? known.digest.digest('hex') : null;
    },
  };
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: READ_BYTES }), digest);
  return digest.digest('hex');
}

function roomOr(error: unknown): unknown {
  return isStorageFull(error) && !(error instanceof StorageFullError) ? new StorageFullError({ cause: error }) : error;
}
