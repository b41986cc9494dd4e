import type { MediaFile } from '@pagecast/api/contract';

/** For tests: a picture that is stored. */
export const buildMediaFile = (id: number): MediaFile => ({
  id,
  mimeType: 'image/jpeg',
  bytes: 900,
  width: 640,
  height: 480,
  durationSeconds: null,
  altText: null,
});
