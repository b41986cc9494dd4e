import { mediaUrl, type Post } from '@pagecast/api/contract';
import type { PreviewedPost } from './facebook-preview.tsx';

/** What of a stored post shows at Facebook, with the addresses of its files. */
export function previewOf({ content, mediaType, placement, media = [] }: Post): PreviewedPost {
  return {
    content,
    mediaType,
    placement,
    media: media.map(({ id, width, height, altText }) => ({ src: mediaUrl(id), width, height, altText })),
  };
}
