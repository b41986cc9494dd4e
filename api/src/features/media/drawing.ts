/** What `pictures.ts` and the process that draws for it tell each other. */

import type { CropShape, FocusPoint } from '../../contract/crop.ts';

/** A few kilobytes can unfold into any number of pixels: more are never decoded. */
export const MEGAPIXELS_LIMIT = 40;

/** Facebook takes every photo up to here. Source: the text of its error 1366046. */
export const SURE_PHOTO_BYTES = 4_000_000;

/** What is drawn of a file: all of it, a part of it, or a thumbnail alone. */
export type DrawingTask =
  | { readonly draw: 'whole' }
  | { readonly draw: 'crop'; readonly shape: CropShape; readonly focus: FocusPoint }
  | { readonly draw: 'thumbnail' };

/** What the process that draws is given to do. `limitBytes`: as large as the picture may be. */
export type DrawingOrder = DrawingTask & { readonly limitBytes: number };

export interface Picture {
  readonly data: Buffer;
  readonly mimeType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
  /** A WebP of `THUMBNAIL_PIXELS` at most; null of a thumbnail. */
  readonly thumbnail: Buffer | null;
  /** An AI made it, or a part of it, as its file says. */
  readonly hasAiLabel: boolean;
}

/**
 * The picture; or how large it is, where that is too large; or that it takes more memory or computing than any picture
 * needs; or why it cannot be opened.
 */
export type Drawing =
  | { readonly picture: Picture }
  | { readonly width: number; readonly height: number }
  | { readonly isTooMuch: true }
  | { readonly problem: string };

/** Draws the picture of a file anew. */
export type DrawPicture = (file: string, task?: DrawingTask) => Promise<Picture>;
