import fs from 'node:fs/promises';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { pngOfHeic } from './heic-pictures.ts';
import { refused } from './media-types.ts';

/** Facebook refuses larger photos. Source: the text of its error 1366046. */
const PHOTO_LIMIT_BYTES = 4_000_000;
/** A few kilobytes can unfold into any number of pixels: more are never decoded. */
const MEGAPIXELS_LIMIT = 100;
/** Tried in this order until the photo is small enough; Facebook shows at most 2048 pixels of a side. */
const STEPS = [{ side: 4096, quality: 90 }, { side: 2048, quality: 85 }, { side: 2048, quality: 70 }, { side: 1280, quality: 60 }] as const;

/** Pictures that are decoded at a time: each may take its hundreds of megabytes. */
const decoding = pLimit(2);
sharp.cache(false);
sharp.concurrency(1);

export interface Picture {
  readonly data: Buffer;
  readonly mimeType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
}

/**
 * The picture as Facebook takes it: upright, in its limits, and with nothing in it but what is seen; place, camera and all else
 * that its file told are gone. Drawn anew from its pixels, so it can be nothing else beside a picture either.
 * @throws InvalidInputError when it is broken, or has too many pixels
 */
export function pictureOf(file: string): Promise<Picture> {
  return decoding(async () => {
    const bytes = await fs.readFile(file);
    const { width, height, hasAlpha, format, compression, icc } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(() => { throw refused(BROKEN); });
    const megapixels = (width * height) / 1_000_000;
    if (megapixels > MEGAPIXELS_LIMIT) {
      throw refused(`This picture has ${Math.round(megapixels).toLocaleString('en')} megapixels (${width} × ${height}), and ${MEGAPIXELS_LIMIT} are the most. Make it smaller and choose it again.`);
    }
    try {
      const isHeic = format === 'heif' && compression !== 'av1';
      const readable = isHeic ? await pngOfHeic(bytes, { side: STEPS[0].side, pixelsLimit: MEGAPIXELS_LIMIT * 1_000_000, profile: icc }) : bytes;
      return await encoded(readable, format === 'png' || format === 'gif' || hasAlpha);
    } catch (error) {
      throw refused(BROKEN, error);
    }
  });
}

const BROKEN = 'This picture is broken or was cut off, so Facebook could not show it. Save it again, or choose another one.';

/** What is drawn, with few colours or see-through, stays sharp as a PNG where that is small enough. */
async function encoded(bytes: Buffer, isDrawn: boolean): Promise<Picture> {
  const upright = (side: number) => sharp(bytes, { limitInputPixels: MEGAPIXELS_LIMIT * 1_000_000 }).autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

  if (isDrawn) {
    const { data, info } = await upright(STEPS[0].side).png().toBuffer({ resolveWithObject: true });
    if (data.length <= PHOTO_LIMIT_BYTES) return { data, mimeType: 'image/png', width: info.width, height: info.height };
  }
  for (const { side, quality } of STEPS) {
    const { data, info } = await upright(side).flatten({ background: 'white' }).jpeg({ quality }).toBuffer({ resolveWithObject: true });
    if (data.length <= PHOTO_LIMIT_BYTES) return { data, mimeType: 'image/jpeg', width: info.width, height: info.height };
  }
  throw new Error('The smallest step is still too large');
}
