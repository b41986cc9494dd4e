/** Draws one picture anew, as a process of its own: see `pictures.ts`. */
import fs from 'node:fs/promises';
import sharp from 'sharp';
import { cropBox } from '../../contract/crop.ts';
import { THUMBNAIL_PIXELS } from '../../contract/file-limits.ts';
import { say, stayModest } from '../../processes/stay-modest.ts';
import { digitalSourceIn, isOfAi, xmpOf } from './digital-source.ts';
import { MEGAPIXELS_LIMIT, type Drawing, type DrawingOrder, type DrawingTask, type Picture } from './drawing.ts';
import { pngOfHeic } from './heic-pictures.ts';

/** Tried in this order until the photo is small enough; Facebook shows at most 2048 pixels of a side. */
const STEPS = [
  { side: 4096, quality: 90 },
  { side: 2048, quality: 85 },
  { side: 2048, quality: 70 },
  { side: 1280, quality: 60 },
] as const;

/**
 * Measured at 40 megapixels: a JPEG takes 0.35 GB, one of a printer 0.56, an interlaced PNG of 16 bits 0.6, a
 * see-through AVIF 0.86.
 */
const MEMORY_LIMIT_BYTES = 1_000_000_000;
/** The slowest of these computes for 4 s. */
const COMPUTING_LIMIT_SECONDS = 30;

/** Other decoders, such as those of SVG and PDF, are for nobody. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`);

await stayModest<Drawing>(
  { memoryBytes: MEMORY_LIMIT_BYTES, computingSeconds: COMPUTING_LIMIT_SECONDS },
  { isTooMuch: true },
);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });
sharp.cache(false);
sharp.concurrency(1);
const drawing = await drawn(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '') as DrawingOrder);
say(drawing);

async function drawn(file: string, task: DrawingOrder): Promise<Drawing> {
  const bytes = await fs.readFile(file);
  try {
    const { width, height, hasAlpha, format, compression, icc, xmp } = await sharp(bytes, {
      limitInputPixels: false,
    }).metadata();
    if (width * height > MEGAPIXELS_LIMIT * 1_000_000) return { width, height };
    const isHeic = format === 'heif' && compression !== 'av1';
    const readable = isHeic
      ? await pngOfHeic(bytes, { side: STEPS[0].side, pixelsLimit: MEGAPIXELS_LIMIT * 1_000_000, profile: icc })
      : bytes;
    if (task.draw === 'thumbnail') return { picture: await thumbnailOf(readable) };
    const isDrawn = format === 'png' || format === 'gif' || hasAlpha;
    const picture = await encoded(
      task.draw === 'crop' ? await cropped(readable, task) : readable,
      { isDrawn, limitBytes: task.limitBytes },
      xmp,
    );
    return { picture: { ...picture, thumbnail: (await thumbnailOf(picture.data)).data } };
  } catch (error) {
    return { problem: String(error) };
  }
}

/** The part of an image, as it is seen, that its focus and shape name. */
async function cropped(bytes: Buffer, { shape, focus }: Extract<DrawingTask, { draw: 'crop' }>): Promise<Buffer> {
  const image = sharp(bytes, { limitInputPixels: MEGAPIXELS_LIMIT * 1_000_000 });
  const { autoOrient: seen } = await image.metadata();
  return image
    .autoOrient()
    .extract(cropBox(seen, shape, focus))
    .png({ compressionLevel: 1 })
    .toBuffer();
}

async function thumbnailOf(bytes: Buffer): Promise<Picture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MEGAPIXELS_LIMIT * 1_000_000 })
    .autoOrient()
    .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer({ resolveWithObject: true });
  return { data, mimeType: 'image/webp', width: info.width, height: info.height, thumbnail: null, hasAiLabel: false };
}

/** What is drawn, with few colours or see-through, stays sharp as a PNG where that is small enough. */
async function encoded(
  bytes: Buffer,
  { isDrawn, limitBytes }: { readonly isDrawn: boolean; readonly limitBytes: number },
  xmp?: Buffer,
): Promise<Omit<Picture, 'thumbnail'>> {
  const source = xmp === undefined ? null : digitalSourceIn(xmp.toString('utf8'));
  const facts = { hasAiLabel: isOfAi(source) };
  const upright = (side: number) => {
    const image = sharp(bytes, { limitInputPixels: MEGAPIXELS_LIMIT * 1_000_000 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    return source === null ? image : image.withXmp(xmpOf(source));
  };

  if (isDrawn) {
    const { data, info } = await upright(STEPS[0].side).png().toBuffer({ resolveWithObject: true });
    if (data.length <= limitBytes)
      return { ...facts, data, mimeType: 'image/png', width: info.width, height: info.height };
  }
  for (const { side, quality } of STEPS) {
    const { data, info } = await upright(side)
      .flatten({ background: 'white' })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    if (data.length <= limitBytes)
      return { ...facts, data, mimeType: 'image/jpeg', width: info.width, height: info.height };
  }
  throw new Error('The smallest step is still too large');
}
