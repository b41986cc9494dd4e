import pLimit from 'p-limit';
import { InvalidInputError } from '../../http/errors.ts';
import type { Photos } from '../../networks/network.ts';
import { SURE_PHOTO_BYTES } from './drawing.ts';
import { pictureOf } from './pictures.ts';

/** One takes up to 1 GB while it is drawn. */
const AT_ONCE = 2;

/** @param limitBytes as large as photos may be that are tried */
export function photosOf(limitBytes: number): Photos {
  const inTurn = pLimit(AT_ONCE);
  return {
    limitBytes,
    sureBytes: SURE_PHOTO_BYTES,
    drawSure: (file) =>
      inTurn(async () => {
        try {
          const { data, mimeType } = await pictureOf(file);
          return new Blob([new Uint8Array(data)], { type: mimeType });
        } catch (error) {
          if (error instanceof InvalidInputError) return null;
          throw error;
        }
      }),
  };
}
