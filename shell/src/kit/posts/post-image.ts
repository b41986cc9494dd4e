import type { MediaFile, Post } from '@pagecast/api/contract';

/** A stored image on its way into a post, with what it shows in words; empty: nobody said. */
export interface PostImage {
  readonly id: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly altText: string;
  /** Facebook will say that an AI made it. */
  readonly hasAiLabel?: boolean | undefined;
}

/** A stored image as a post has it. */
export function postImageOf({
  id,
  width,
  height,
  altText,
  hasAiLabel,
}: Omit<MediaFile, 'bytes' | 'mimeType'>): PostImage {
  return { id, width, height, altText: altText ?? '', ...(hasAiLabel === true && { hasAiLabel }) };
}

/** The images of a post, in their order. */
export function imagesOfPost({ mediaType, media = [] }: Pick<Post, 'mediaType' | 'media'>): readonly PostImage[] {
  if (mediaType !== 'image') return [];
  return media.map(postImageOf);
}

/** Images as calls take them, in their order. */
export function mediaOfImages(images: readonly PostImage[]): { id: number; altText: string | null }[] {
  return images.map(({ id, altText }) => ({ id, altText: altText.trim() === '' ? null : altText }));
}

/** The same files in the same order, said to show the same. */
export function areSameImages(some: readonly PostImage[], others: readonly PostImage[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ id, altText }, place) => id === others[place]?.id && altText === others[place]?.altText)
  );
}
