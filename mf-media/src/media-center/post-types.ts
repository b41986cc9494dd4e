import { MAX_PHOTOS, MEDIA_LIMIT_BYTES, type MediaKind, type MediaType } from '@pagecast/api/contract';

/** What the file field offers, and how many files a post of the type has. Source: spec section 2. */
export const FILE_RULES: Readonly<Record<MediaKind, { accept: string; most: number; hint: string }>> = {
  image: {
    accept: 'image/*',
    most: MAX_PHOTOS,
    hint: `Up to ${MAX_PHOTOS} images, 10 MB each: JPEG, PNG, HEIC, GIF, WebP, AVIF or TIFF.`,
  },
  video: { accept: 'video/*', most: 1, hint: 'One video of up to 1 GB: MP4, MOV, WebM or MKV, between 9:16 and 16:9.' },
  reel: { accept: 'video/*', most: 1, hint: 'One upright MP4, 9:16, at least 540 × 960, 3 to 90 seconds long.' },
};

export function kindOf(postType: MediaType): MediaKind | null {
  return postType === 'text' ? null : postType;
}

/**
 * What can be told of a file before a byte is sent; null when all is well so far. The server looks at what is really in
 * it.
 */
export function fileProblem(kind: MediaKind, { type, size }: Pick<File, 'type' | 'size'>): string | null {
  const family = kind === 'image' ? 'image/' : 'video/';
  if (type !== '' && !type.startsWith(family))
    return kind === 'image'
      ? "This isn't an image. For a video, choose the post type Video or Reel."
      : "This isn't a video. For an image, choose the post type Image.";
  if (size === 0) return 'This file is empty. Choose another one.';
  if (size <= MEDIA_LIMIT_BYTES[kind]) return null;
  return kind === 'image'
    ? 'This image is larger than 10 MB. Make it smaller, or save it as JPEG.'
    : 'This video is larger than 1 GB. Export it smaller, for example at 1080p.';
}

/** The post type that files dropped on a text call for; null when it stays text. */
export function typeFor(files: readonly Pick<File, 'type'>[]): MediaKind | null {
  const [first] = files;
  if (first?.type.startsWith('image/') === true) return 'image';
  return first?.type.startsWith('video/') === true ? 'video' : null;
}
