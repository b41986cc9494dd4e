import { MEDIA_LIMIT_BYTES } from '../../contract/media.ts';
import { writtenAs, type ImageName } from './image-cells.ts';

/** Why an image cannot be used. */
export const IMAGE_FLAWS = [
  'gone',
  'refused',
  'unreachable',
  'private',
  'too-large',
  'no-image',
  'unknown',
  'several',
  'too-many',
] as const;
export type ImageFlaw = (typeof IMAGE_FLAWS)[number];

/** An image that a row names, as far as it was looked at. */
export type FoundImage =
  | { readonly mediaId: number }
  | { readonly flaw: ImageFlaw }
  /** It is still to be fetched. */
  | { readonly isPending: true }
  /** The row tells already what is wrong. */
  | { readonly isWrong: true };

const SHOWN = 80;

export const IMAGE_WORDS: Readonly<Record<ImageFlaw, (image: ImageName) => string>> = {
  gone: (image) => `There is no image at ${shown(image)}. Check the address.`,
  refused: (image) => `The site of ${shown(image)} doesn't let us fetch it. Choose an image that anyone can open.`,
  unreachable: (image) => `We can't reach ${shown(image)}. Check the address, or try again later.`,
  private: (image) => `${shown(image)} is in a private network. Choose an image that anyone can open.`,
  'too-large': (image) =>
    `${shown(image)} is larger than ${MEDIA_LIMIT_BYTES.image / 1024 / 1024} MB. Make it smaller.`,
  'no-image': (image) => `${shown(image)} isn't an image that Facebook shows. Use a JPEG or PNG.`,
  unknown: (image) => `Your library has no image called ${shown(image)}. Upload it, or give its address.`,
  several: (image) => `Your library has several images called ${shown(image)}. Rename one, or give its address.`,
  'too-many': () => 'This sheet names more images than we take at once. Split it into smaller files.',
};

function shown(image: ImageName): string {
  const text = writtenAs(image);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
