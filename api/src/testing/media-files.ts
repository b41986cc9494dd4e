import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one pixel; `seed` is its colour, so that two can differ. */
export function pngFile(seed = 0): Buffer {
  return png([1, 1], { depth: 8, color: 2 }, Buffer.from([0, seed & 255, (seed >> 8) & 255, 0]));
}

/** A PNG of a few kilobytes that unfolds into `width` × `height` pixels. */
export function bombFile(width = 20_000, height = width): Buffer {
  return png([width, height], { depth: 1, color: 0 }, Buffer.alloc(height * (1 + Math.ceil(width / 8))));
}

function png(
  [width, height]: readonly [number, number],
  { depth, color }: { depth: number; color: number },
  rows: Buffer,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A JPEG of one grey pixel. */
export function jpegFile(): Buffer {
  const quantisation = Buffer.alloc(64, 1);
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffdb004300', 'hex'),
    quantisation,
    Buffer.from('ffc0000b080001000101011100', 'hex'),
    Buffer.from('ffc400140001000000000000000000000000000000000000', 'hex'),
    Buffer.from('ffc400141001000000000000000000000000000000000000', 'hex'),
    Buffer.from('ffda0008010100003f003fffd9', 'hex'),
  ]);
}

/** An MP4 of `size` bytes with a movie header and no track. */
export function mp4File(size = 2000, seed = 0): Buffer {
  const head = Buffer.concat([
    mp4Box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1')),
    mp4Box('moov', mp4Box('mvhd', Buffer.alloc(100))),
  ]);
  return Buffer.concat([head, mp4Box('mdat', Buffer.alloc(Math.max(0, size - head.length - 8), seed % 251))]);
}

function mp4Box(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data]);
}
