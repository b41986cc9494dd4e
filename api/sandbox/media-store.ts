import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { ReadStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Media } from './entities.ts';
import type { World } from './world.ts';

const KEEP_BYTES = 2 * 1024 ** 3;
const CLAIMS_BETWEEN_COUNTS = 16;

/** Bytes on their way in: a file of their own until an object claims them. */
export interface Incoming {
  path: string;
  bytes: number;
  isWhole: boolean;
}

/**
 * Media files of the sandbox, on disk, never whole in memory. The oldest go when more than 2 GiB are held.
 */
export function createMediaStore(world: World, folder: string) {
  const pathOf = (id: string) => join(folder, id);
  const made = tidyUp(world, folder);

  let claims = 0;
  async function makeRoom(): Promise<void> {
    claims += 1;
    if (claims % CLAIMS_BETWEEN_COUNTS !== 0) return;
    let held = [...world.media.values()].reduce((sum, media) => sum + media.bytes, 0);
    for (const media of world.media.values()) {
      if (held <= KEEP_BYTES) return;
      held -= media.bytes;
      world.media.delete(media.id);
      await rm(pathOf(media.id), { force: true });
    }
  }

  async function admit(id: string): Promise<Media> {
    const media = { id, ...(await measured(pathOf(id))) };
    world.media.set(id, media);
    world.changed();
    await makeRoom();
    return media;
  }

  return {
    /** Writes a stream to a file. A stream that breaks off leaves what came, with `isWhole` false. */
    async receive(stream: Readable): Promise<Incoming> {
      await made;
      return received(stream, join(folder, `incoming-${randomUUID()}`));
    },
    async discard(incoming: Incoming): Promise<void> {
      await rm(incoming.path, { force: true });
    },
    async claim(incoming: Incoming): Promise<Media> {
      const id = world.newId();
      await rename(incoming.path, pathOf(id));
      return admit(id);
    },
    /** Adds the first `bytes` of what came to a growing file, made on first use. */
    async append(id: string, incoming: Incoming, bytes: number): Promise<void> {
      if (bytes > 0)
        await pipeline(
          createReadStream(incoming.path, { end: bytes - 1 }),
          createWriteStream(pathOf(id), { flags: 'a' }),
        );
    },
    /** Measures and types a file that `append` filled. */
    async seal(id: string): Promise<Media> {
      await made;
      await appendFile(pathOf(id), '');
      return admit(id);
    },
    read: (id: string): ReadStream => createReadStream(pathOf(id)),
  };
}
export type MediaStore = ReturnType<typeof createMediaStore>;

/** Files of an earlier run that the world does not know would meet ids given anew. */
async function tidyUp(world: World, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const known = (name: string) =>
    world.media.has(name) ||
    world.videos.has(name.replace(/^video-/, '')) ||
    world.uploads.has(name.replace(/^file-/, 'upload:'));
  const unknown = (await readdir(folder)).filter((name) => !known(name));
  await Promise.all(unknown.map((name) => rm(join(folder, name), { force: true })));
}

async function received(stream: Readable, path: string): Promise<Incoming> {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(stream, meter, createWriteStream(path));
    return { path, bytes, isWhole: true };
  } catch {
    // The sender went away; a resumable upload goes on from the bytes that did arrive.
    return { path, bytes, isWhole: false };
  }
}

async function measured(path: string): Promise<Omit<Media, 'id'>> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: digest.digest('hex'), contentType: sniff(await head(path)) };
}

async function head(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Type by first bytes, as Facebook goes by content and not by name. */
function sniff(first: Buffer): string {
  const ascii = first.toString('latin1');
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (ascii.startsWith('\x89PNG')) return 'image/png';
  if (ascii.startsWith('GIF8')) return 'image/gif';
  if (ascii.startsWith('BM')) return 'image/bmp';
  if (ascii.startsWith('II*\0') || ascii.startsWith('MM\0*')) return 'image/tiff';
  if (ascii.slice(4, 8) === 'ftyp') return ascii.slice(8, 10) === 'qt' ? 'video/quicktime' : 'video/mp4';
  if (ascii.startsWith('\x1aE\xdf\xa3')) return 'video/webm';
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'image/webp';
  if (ascii.startsWith('RIFF') && ascii.slice(8, 11) === 'AVI') return 'video/x-msvideo';
  return 'application/octet-stream';
}
