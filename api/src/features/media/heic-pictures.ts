import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export interface HeicTask {
  readonly bytes: Uint8Array;
  readonly pixelsLimit: number;
}

/** Behind the signature and the first chunk of every PNG. */
const PROFILE_AT = 33;

/**
 * A HEIC picture, as iPhones take them, as a PNG: sharp reads their headers, but may not decode them for the patents on
 * it.
 * @param side the longest side of the PNG
 * @param profile what its colours mean, where its file says so
 * @throws Error when it cannot be decoded
 */
export async function pngOfHeic(
  bytes: Uint8Array,
  { side, pixelsLimit, profile }: { side: number; pixelsLimit: number; profile: Buffer | undefined },
): Promise<Buffer> {
  const { data, width, height } = await decoded({ bytes, pixelsLimit });
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return profile === undefined ? png : withProfile(png, profile);
}

async function decoded(task: HeicTask): Promise<{ data: Uint8ClampedArray; width: number; height: number }> {
  // What the decoder says of a broken file belongs to nobody.
  const worker = new Worker(new URL('./heic.worker.ts', import.meta.url), {
    workerData: task,
    stdout: true,
    stderr: true,
  });
  try {
    const [pixels] = await once(worker, 'message');
    return pixels;
  } finally {
    await worker.terminate();
  }
}

/** Bare pixels take no profile from sharp; a PNG has it as a chunk. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, PROFILE_AT), length, body, sum, png.subarray(PROFILE_AT)]);
}
