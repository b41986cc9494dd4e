import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import sharp, { type Metadata } from 'sharp';

/**
 * A photo as a camera leaves it: noise that takes room, and where `place` is set, the place, the camera and a turn of a
 * quarter in its EXIF.
 */
export async function photoFile({
  width = 64,
  height = 48,
  format = 'jpeg',
  place = false,
  seed = 1,
}: {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff';
  place?: boolean;
  seed?: number;
} = {}): Promise<Buffer> {
  const picture = sharp(noise(width * height * 3, seed), { raw: { width, height, channels: 3 } });
  if (place)
    void picture
      .withExif({ IFD0: { Make: 'Camera of Mina' }, IFD3: { GPSLatitude: '3/1 8/1 28/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 });
  return picture.toFormat(format, format === 'jpeg' ? { quality: 100 } : {}).toBuffer();
}

/**
 * A video that browsers play, made without an encoder of videos: one AV1 picture, as an AVIF holds it, as often as
 * there are frames.
 */
export async function videoFile({
  width = 1080,
  height = 1920,
  seconds = 4,
  framesPerSecond = 30,
  container = 'mp4',
  color = '#336699',
  padTo = 0,
}: {
  width?: number;
  height?: number;
  seconds?: number;
  framesPerSecond?: number;
  container?: 'mp4' | 'mov' | 'webm';
  color?: string;
  padTo?: number;
} = {}): Promise<Buffer> {
  const frame = await av1Picture(width, height, color);
  const target = new BufferTarget();
  const format =
    container === 'webm'
      ? new WebMOutputFormat()
      : new (container === 'mov' ? MovOutputFormat : Mp4OutputFormat)({ fastStart: 'in-memory' });
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource('av1');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  for (let index = 0; index < seconds * framesPerSecond; index += 1) {
    await source.add(new EncodedPacket(frame, 'key', index / framesPerSecond, 1 / framesPerSecond), {
      decoderConfig: { codec: 'av01.0.08M.08', codedWidth: width, codedHeight: height },
    });
  }
  await output.finalize();
  const video = Buffer.from(target.buffer ?? new ArrayBuffer(0));
  return video.length >= padTo ? video : Buffer.concat([video, freeBox(padTo - video.length)]);
}

/** What a picture's file tells beside the picture. */
export function metadataOf(picture: Buffer): Promise<Metadata> {
  return sharp(picture).metadata();
}

async function av1Picture(width: number, height: number, color: string): Promise<Uint8Array> {
  const avif = await sharp({ create: { width, height, channels: 3, background: color } })
    .avif({ effort: 0, quality: 40 })
    .toBuffer();
  const at = avif.indexOf('mdat');
  return new Uint8Array(avif.subarray(at + 4, at - 4 + avif.readUInt32BE(at - 4)));
}

/** Bytes of a container that mean nothing. */
function freeBox(bytes: number): Buffer {
  const box = Buffer.alloc(Math.max(8, bytes));
  box.writeUInt32BE(box.length);
  box.write('free', 4, 'latin1');
  return box;
}

/** The same for the same seed. */
function noise(bytes: number, seed: number): Buffer {
  const pixels = Buffer.alloc(bytes);
  let state = seed >>> 0;
  for (let index = 0; index < bytes; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[index] = state >>> 24;
  }
  return pixels;
}
