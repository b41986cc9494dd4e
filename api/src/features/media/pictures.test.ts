import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withXmpOfHeic } from '../../testing/heic-file.ts';
import { bombFile, pngFile } from '../../testing/media-files.ts';
import { photoFile, metadataOf } from '../../testing/real-media.ts';
import { pictureOf } from './pictures.ts';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pictures-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let files = 0;
function kept(bytes: Buffer): string {
  files += 1;
  const file = path.join(folder, String(files));
  fs.writeFileSync(file, bytes);
  return file;
}

test('a photo stands upright, and tells neither place nor camera any more', async () => {
  const taken = await photoFile({ width: 60, height: 40, place: true });
  expect(taken.includes('Camera of Mina')).toBe(true);
  const { data, thumbnail: _thumbnail, ...facts } = await pictureOf(kept(taken));
  expect(facts).toEqual({ mimeType: 'image/jpeg', width: 40, height: 60, hasAiLabel: false });
  expect(data.includes('Camera of Mina')).toBe(false);
  const metadata = await metadataOf(data);
  expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('what an image says of how it was made', () => {
  const XMP = (source: string) =>
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><dc:creator>Camera of Mina</dc:creator>' +
    `<Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${source}` +
    '</Iptc4xmpExt:DigitalSourceType></rdf:Description></rdf:RDF></x:xmpmeta>';
  const made = async (source: string, format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg', xmp = XMP(source)) =>
    kept(
      await sharp(await photoFile({ place: true }))
        .keepExif()
        .withXmp(xmp)
        .toFormat(format)
        .toBuffer(),
    );
  const saidBy = async (data: Buffer) => (await sharp(data).metadata()).xmp?.toString() ?? '';

  test.each([['jpeg'], ['png'], ['webp'], ['avif']] as const)(
    'stays, and nothing else of what a %s tells',
    async (format) => {
      const file = await made('trainedAlgorithmicMedia', format);
      expect((await metadataOf(fs.readFileSync(file))).exif?.includes('Mina')).toBe(true);
      const { data, hasAiLabel } = await pictureOf(file);
      expect(hasAiLabel).toBe(true);
      expect(await saidBy(data)).toContain('digitalsourcetype/trainedAlgorithmicMedia');
      expect([data.includes('Mina'), (await metadataOf(data)).exif]).toEqual([false, undefined]);
    },
  );

  test.each([
    ['the name alone', '<x DigitalSourceType="trainedAlgorithmicMedia">', false],
    ['a reference', '<a:DigitalSourceType rdf:resource="https://cv.iptc.org/newscodes/digitalsourcetype/', true],
    ['a word that goes on', 'DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/x-', false],
    ['many of nothing', `${'DigitalSourceType '.repeat(20_000)}`, false],
  ])('is read from damaged XMP as far as it says it: %s', async (_name, xmp, isLabelled) => {
    const { hasAiLabel } = await pictureOf(await made('', 'jpeg', `${xmp}${isLabelled ? 'algorithmicMedia"' : ''}`));
    expect(hasAiLabel).toBe(isLabelled);
  });

  test('is kept of a photo of an iPhone, and nothing else of what that says', async () => {
    const taken = fs.readFileSync(path.join(import.meta.dirname, '../../testing/iphone-photo.heic'));
    const told = withXmpOfHeic(taken, XMP('compositeWithTrainedAlgorithmicMedia'));
    expect((await sharp(told).metadata()).xmp?.includes('Camera of Mina')).toBe(true);
    const { data, mimeType, hasAiLabel } = await pictureOf(kept(told));
    expect([mimeType, hasAiLabel]).toEqual(['image/jpeg', true]);
    expect(await saidBy(data)).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia');
    expect([data.includes('Mina'), (await metadataOf(data)).exif]).toEqual([false, undefined]);
  });

  test('is no part of an IPTC block, of which nothing is kept', async () => {
    const taken = fs.readFileSync(path.join(import.meta.dirname, '../../testing/iphone-photo.heic'));
    const block = (text: string) => Buffer.concat([Buffer.from([0x1c, 2, 110, 0, text.length]), Buffer.from(text)]);
    const iptc = Buffer.concat([block('Camera of Mina'), block('Made with AI')]).toString('latin1');
    const { data, mimeType, hasAiLabel } = await pictureOf(kept(withXmpOfHeic(taken, iptc, 'application/x-iptc')));
    expect([mimeType, hasAiLabel, data.includes('Mina'), await saidBy(data)]).toEqual(['image/jpeg', false, false, '']);
  });

  test('stays when a part of it is cut out', async () => {
    const task = { draw: 'crop', shape: 'square', focus: { x: 0.5, y: 0.5 } } as const;
    const { data, hasAiLabel } = await pictureOf(await made('compositeWithTrainedAlgorithmicMedia'), task);
    expect([hasAiLabel, await saidBy(data)]).toEqual([true, expect.stringContaining('compositeWithTrained')]);
  });

  test('is no label where a camera made it, and goes where it is no word of the vocabulary', async () => {
    const { data, hasAiLabel } = await pictureOf(await made('digitalCapture'));
    expect([hasAiLabel, await saidBy(data)]).toEqual([false, expect.stringContaining('/digitalCapture"')]);
    const other = await pictureOf(await made('somethingElse'));
    expect([other.hasAiLabel, await saidBy(other.data)]).toEqual([false, '']);
  });
});

test('what is drawn stays a PNG, and WebP, GIF and TIFF become what Facebook takes', async () => {
  expect(await pictureOf(kept(await photoFile({ format: 'png' })))).toMatchObject({ mimeType: 'image/png', width: 64 });
  expect(await pictureOf(kept(await photoFile({ format: 'gif' })))).toMatchObject({ mimeType: 'image/png' });
  expect(await pictureOf(kept(await photoFile({ format: 'webp' })))).toMatchObject({ mimeType: 'image/jpeg' });
  expect(await pictureOf(kept(await photoFile({ format: 'tiff' })))).toMatchObject({ mimeType: 'image/jpeg' });
});

test('a photo of an iPhone becomes a JPEG of the colours that it shows', async () => {
  const taken = fs.readFileSync(path.join(import.meta.dirname, '../../testing/iphone-photo.heic'));
  expect(taken.includes('Camera of Mina')).toBe(true);
  const { data, thumbnail: _thumbnail, ...facts } = await pictureOf(kept(taken));
  expect(facts).toEqual({ mimeType: 'image/jpeg', width: 64, height: 48, hasAiLabel: false });
  const { data: pixels, info } = await sharp(data).raw().toBuffer({ resolveWithObject: true });
  const [left, right] = [pixels.subarray(0, 3), pixels.subarray((info.width - 2) * 3, (info.width - 1) * 3)];
  for (const [at, wanted] of [
    [left, [255, 0, 0]],
    [right, [0x20, 0x50, 0xc0]],
  ] as const)
    for (const [index, value] of at.entries()) expect(Math.abs(value - (wanted[index] ?? 0))).toBeLessThan(12);
  expect((await metadataOf(data)).exif).toBeUndefined();
});

test('a broken photo of an iPhone is told so', async () => {
  const taken = fs.readFileSync(path.join(import.meta.dirname, '../../testing/iphone-photo.heic'));
  await expect(pictureOf(kept(taken.subarray(0, taken.length - 100)))).rejects.toThrow(/damaged or incomplete/);
});

test('a large photo is made as small as Facebook wants it', async () => {
  const { data, width } = await pictureOf(kept(await photoFile({ width: 3000, height: 2000, format: 'png' })));
  expect(data.length).toBeLessThanOrEqual(4_000_000);
  expect(width).toBeLessThanOrEqual(3000);
});

test('a photo is drawn as large as it may be, and smaller where it may not', async () => {
  const noise = kept(
    await sharp(randomBytes(3000 * 2200 * 3), { raw: { width: 3000, height: 2200, channels: 3 } })
      .jpeg({ quality: 92 })
      .toBuffer(),
  );
  const [large, sure] = [await pictureOf(noise, { draw: 'whole' }, 10_000_000), await pictureOf(noise)];
  expect([large.data.length > 4_000_000, large.data.length <= 10_000_000, large.width]).toEqual([true, true, 3000]);
  expect(sure.data.length).toBeLessThanOrEqual(4_000_000);
});

test('a small file that unfolds into any number of pixels is never unfolded', async () => {
  const bomb = bombFile();
  expect(bomb.length).toBeLessThan(10 * 1024 * 1024);
  const before = process.memoryUsage().rss;
  await expect(pictureOf(kept(bomb))).rejects.toThrow(
    'This image has 400 megapixels (20000 × 20000). The limit is 40. Make it smaller and choose it again.',
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

test('forty megapixels are drawn, and not one row more', async () => {
  expect(await pictureOf(kept(bombFile(5000, 8000)))).toMatchObject({
    mimeType: 'image/png',
    width: 2560,
    height: 4096,
  });
  await expect(pictureOf(kept(bombFile(5000, 8001)))).rejects.toThrow(
    'This image has 41 megapixels (5000 × 8001). The limit is 40. Make it smaller and choose it again.',
  );
});

test('a header that promises what no file holds is believed, and refused', async () => {
  const huge = pngFile();
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
  await expect(pictureOf(kept(huge))).rejects.toThrow('This image has 400 megapixels (20000 × 20000)');
});

test('of what moves, the first picture is drawn', async () => {
  const frames = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 8, height: 6, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const {
    data,
    thumbnail: _thumbnail,
    ...facts
  } = await pictureOf(
    kept(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    ),
  );
  expect(facts).toEqual({ mimeType: 'image/png', width: 8, height: 6, hasAiLabel: false });
  expect([...(await sharp(data).removeAlpha().raw().toBuffer()).subarray(0, 3)]).toEqual([255, 0, 0]);
});

test('what only calls itself a picture is told so', async () => {
  await expect(
    pictureOf(
      kept(
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
        ),
      ),
    ),
  ).rejects.toThrow(/damaged|image/);
});

test('a file of ours that cannot be read is no fault of the picture', async () => {
  await expect(pictureOf(path.join(folder, 'gone'))).rejects.toThrow('The drawing of a picture ended with 1');
});

test.each(['jpeg', 'png', 'webp', 'tiff'] as const)('a %s that was cut off is told so', async (format) => {
  const whole = await photoFile({ width: 200, height: 200, format });
  await expect(pictureOf(kept(whole.subarray(0, whole.length / 2)))).rejects.toThrow(/damaged or incomplete/);
});
