import {
  MAX_PHOTOS,
  MEDIA_LIMIT_BYTES,
  STORY_SECONDS,
  type MediaFile,
  type MediaKind,
  type MediaType,
} from '@pagecast/api/contract';

/** What somebody makes. A story is an image or a video, and not among the posts of its page. */
export type PostType = MediaType | 'story';
/** What its files are for. */
export type FilesFor = MediaKind | 'story';

/** What the file field offers, and how many files a post of the type has. Source: spec section 2. */
export const FILE_RULES: Readonly<Record<FilesFor, { accept: string; most: number; hint: string }>> = {
  image: {
    accept: 'image/*',
    most: MAX_PHOTOS,
    hint: `Up to ${MAX_PHOTOS} images, 10 MB each: JPEG, PNG, HEIC, GIF, WebP, AVIF or TIFF.`,
  },
  video: { accept: 'video/*', most: 1, hint: 'One video of up to 1 GB: MP4, MOV, WebM or MKV, between 9:16 and 16:9.' },
  reel: { accept: 'video/*', most: 1, hint: 'One upright MP4, 9:16, at least 540 × 960, 3 to 90 seconds long.' },
  story: {
    accept: 'image/*,video/*',
    most: 1,
    hint:
      'One image, or one upright video: 9:16, at least 540 × 960, ' +
      `${STORY_SECONDS.shortest} to ${STORY_SECONDS.longest} seconds long.`,
  },
};

export function kindOf(postType: PostType): FilesFor | null {
  return postType === 'text' ? null : postType;
}

/**
 * What can be told of a file before a byte is sent; null when all is well so far. The server looks at what is really in
 * it.
 */
export function fileProblem(wanted: FilesFor, file: Pick<File, 'type' | 'size'>): string | null {
  const { type, size } = file;
  const kind = uploadedAs(wanted, file);
  if (kind === null) return 'This is neither an image nor a video.';
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

/** What a file is uploaded as: a story takes it for what it is. null for what no story shows. */
export function uploadedAs(wanted: FilesFor, file: Pick<File, 'type'>): MediaKind | null {
  return wanted === 'story' ? typeFor([file]) : wanted;
}

/** Sides are whole numbers, and durations end with a frame. */
const TOLERANCE = 0.02;
const SECONDS_TOLERANCE = 0.2;

export const isUpright = ({ width, height }: Pick<MediaFile, 'width' | 'height'>) =>
  width === null || height === null || Math.abs((width / height) * (16 / 9) - 1) <= TOLERANCE;

/** Why a stored file cannot be a story; null when all is well so far. The server looks at the rest when it is sent. */
export function storyProblem(file: MediaFile): string | null {
  const { durationSeconds: seconds, width, height } = file;
  if (seconds === null) return null;
  const long = `The video is ${Number(seconds.toFixed(1)).toLocaleString('en')} seconds long.`;
  if (seconds < STORY_SECONDS.shortest - SECONDS_TOLERANCE)
    return `${long} A story needs at least ${STORY_SECONDS.shortest} seconds. Choose a longer one.`;
  if (seconds > STORY_SECONDS.longest + SECONDS_TOLERANCE)
    return `${long} A story can be up to ${STORY_SECONDS.longest} seconds. Shorten it, or post it as Video.`;
  if (!isUpright(file))
    return (
      `The video is ${width} × ${height}. A story must be upright, 9:16. ` +
      'Crop it, for example to 1080 × 1920, or post it as Video.'
    );
  return null;
}
