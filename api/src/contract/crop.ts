/** Shapes that Facebook shows images in. */
export const CROP_SHAPES = ['square', 'portrait', 'wide', 'tall'] as const;
export type CropShape = (typeof CROP_SHAPES)[number];
/** Width by height. */
const RATIOS: Readonly<Record<CropShape, number>> = { square: 1, portrait: 4 / 5, wide: 1.91, tall: 9 / 16 };

/** A point of an image, from 0 (left, top) to 1 (right, bottom). */
export interface FocusPoint {
  readonly x: number;
  readonly y: number;
}

/** Part of an image, in whole pixels. */
export interface CropBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The largest part of an image that has this shape, with the point as near to its middle as the edges let it be. */
export function cropBox(
  { width, height }: { readonly width: number; readonly height: number },
  shape: CropShape,
  { x, y }: FocusPoint,
): CropBox {
  const ratio = RATIOS[shape];
  const wide = Math.max(1, Math.min(width, Math.round(height * ratio)));
  const high = Math.max(1, Math.min(height, Math.round(width / ratio)));
  return {
    left: placed(x * width - wide / 2, width - wide),
    top: placed(y * height - high / 2, height - high),
    width: wide,
    height: high,
  };
}

function placed(at: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(at)));
}
