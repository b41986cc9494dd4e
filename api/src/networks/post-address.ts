import type { PostLinks } from './network.ts';

/** Where a person says that a post is to be seen. */
export interface PostAddress {
  readonly permalinkUrl: string;
  /** The network's id of the post, or of its video, where the address names it. */
  readonly remoteId: string | null;
}

/**
 * Reads the address of a public post.
 * @returns null when it is no https address at the place that the post goes to
 */
export function readPostAddress(address: string, links: PostLinks): PostAddress | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '')
    return null;
  return links.isAt(url) ? { permalinkUrl: url.href, remoteId: links.remoteIdIn(url) } : null;
}
