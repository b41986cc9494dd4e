import type * as contract from '../../contract/media.ts';
import type { MediaFile } from './media.repository.ts';

export function presentMedia({
  id,
  mimeType,
  bytes,
  width,
  height,
  durationSeconds,
  altText,
  name,
  hasAiLabel,
}: MediaFile): contract.MediaFile {
  return { id, mimeType, bytes, width, height, durationSeconds, altText, name, hasAiLabel };
}
