import { fileTypeFromBlob, fileTypeFromFile } from 'file-type';
import { MEDIA_LIMIT_BYTES, type MediaKind } from '../../contract/media.ts';
import { AppError, InvalidInputError, PayloadTooLargeError } from '../../http/errors.ts';

/** Pictures that can be drawn anew for Facebook, and containers whose videos can be checked before it gets them. */
const PICTURES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/tiff',
];
const REELS = ['video/mp4', 'video/x-m4v'];
const VIDEOS = [...REELS, 'video/quicktime', 'video/webm', 'video/matroska', 'video/3gpp', 'video/3gpp2'];
const ACCEPTED: Record<MediaKind, readonly string[]> = { image: PICTURES, video: VIDEOS, reel: REELS };

const SENTENCES: Record<MediaKind, string> = {
  image: "This file isn't an image we can post. Choose a JPEG, PNG, HEIC, GIF, WebP, AVIF or TIFF file.",
  video: "This file isn't a video we can post. Choose an MP4, MOV, WebM or MKV file.",
  reel: "This file isn't an MP4 video. A reel must be an MP4 file.",
};
export const UNREADABLE = 'We can no longer read this file. Choose it again.';
const NEITHER = 'This file is neither an image nor a video we can post. Choose a JPEG or PNG image, or an MP4 video.';

/** What is told of a file that cannot be posted: the sentence says what to change. */
export function refused(sentence: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError(
    sentence,
    { issues: [{ path: 'mediaData', message: sentence }] },
    cause === undefined ? {} : { cause },
  );
}

/**
 * What the first bytes of a file show, whatever its name says.
 * @param kind what it is for; null takes it for what it is
 * @param file where it lies on this machine, or its bytes
 * @throws InvalidInputError when it is none that a post of this kind may have
 */
export async function typeOf(
  kind: MediaKind | null,
  file: string | Blob,
): Promise<{ kind: MediaKind; mimeType: string }> {
  const found =
    (
      await (typeof file === 'string' ? fileTypeFromFile(file) : fileTypeFromBlob(file)).catch((error: unknown) => {
        throw error instanceof AppError ? error : refused(UNREADABLE, error);
      })
    )?.mime ?? '';
  const wanted = kind ?? kindOf(found);
  if (wanted !== null && ACCEPTED[wanted].includes(found)) return { kind: wanted, mimeType: found };
  throw refused(wanted === null ? NEITHER : SENTENCES[wanted]);
}

function kindOf(mimeType: string): MediaKind | null {
  if (PICTURES.includes(mimeType)) return 'image';
  return VIDEOS.includes(mimeType) ? 'video' : null;
}

/** @throws PayloadTooLargeError for a file that is larger than its kind may be */
export function checkSize(kind: MediaKind, bytes: number): void {
  if (bytes <= MEDIA_LIMIT_BYTES[kind]) return;
  throw new PayloadTooLargeError(
    kind === 'image'
      ? 'The image is larger than 10 MB. Make it smaller or save it as JPEG, then choose it again.'
      : 'The video is larger than 1 GB. Export it smaller, for example at 1080p, then choose it again.',
  );
}
