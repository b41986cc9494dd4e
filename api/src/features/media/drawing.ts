/** What `pictures.ts` and the process that draws for it tell each other. */

/** A few kilobytes can unfold into any number of pixels: more are never decoded. */
export const MEGAPIXELS_LIMIT = 40;

export interface Picture {
  readonly data: Buffer;
  readonly mimeType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
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
