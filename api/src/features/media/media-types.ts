import { fileTypeFromFile } from 'file-type';
import { InvalidInputError } from '../../http/errors.ts';

export type MediaKind = 'image' | 'video' | 'reel';

/** What Facebook takes, by the content of the file and not by its name. Source: Facebook, Pages API photos and Reels Publishing API. */
const TYPES: Record<MediaKind, { accepts(type: string): boolean; sentence: string }> = {
  image: {
    accepts: (type) => ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'].includes(type),
    sentence: 'This file is not a picture that Facebook takes. Choose a JPEG, PNG, GIF, BMP or TIFF file.',
  },
  video: {
    accepts: (type) => type.startsWith('video/'),
    sentence: 'This file is not a video. Choose a video file such as MP4 or MOV.',
  },
  reel: {
    accepts: (type) => type === 'video/mp4',
    sentence: 'This file is not an MP4 video. A reel must be an MP4 file.',
  },
};

/**
 * The type that the first bytes of a file show.
 * @throws InvalidInputError when it is none that a post of this kind may have
 */
export async function typeOf(kind: MediaKind, file: string): Promise<string> {
  const found = await fileTypeFromFile(file);
  const { accepts, sentence } = TYPES[kind];
  if (found === undefined || !accepts(found.mime)) throw new InvalidInputError(sentence, { issues: [{ path: 'mediaData', message: sentence }] });
  return found.mime;
}
