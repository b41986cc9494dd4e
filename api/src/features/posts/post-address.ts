import type { Post } from './post.ts';

/** Where a person says that a post is to be seen. */
export interface PostAddress {
  readonly permalinkUrl: string;
  /** Facebook's id of the post, or of its video, where the address names it. */
  readonly remoteId: string | null;
}

const NUMBER = /^\d{5,}$/;

/**
 * Reads the address of a public post.
 * @param fiztechHost host of the tech site
 * @returns null when it is no https address at the place that the post goes to
 */
export function readPostAddress(address: string, target: Post['target'], fiztechHost: string): PostAddress | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '')
    return null;
  if (target === 'fiztech') return url.hostname === fiztechHost ? { permalinkUrl: url.href, remoteId: null } : null;
  if (url.hostname !== 'facebook.com' && !url.hostname.endsWith('.facebook.com')) return null;
  return { permalinkUrl: url.href, remoteId: remoteIdIn(url) };
}

/** Facebook writes the same post in many ways; names of pages and its newer opaque ids say nothing that the Graph API takes. */
function remoteIdIn({ pathname, searchParams }: URL): string | null {
  const parts = pathname.split('/').filter((part) => part !== '');
  const named = (key: string) => numberOf(searchParams.get(key));
  const last = parts.at(-1) ?? '';
  if (/^\d{5,}_\d{5,}$/.test(last)) return last;

  const [page, post] = [
    named('id') ?? numberOf(parts[0]),
    named('story_fbid') ?? (parts.includes('posts') ? numberOf(last) : null),
  ];
  if (page !== null && post !== null) return `${page}_${post}`;
  const isVideo = ['videos', 'reel', 'watch', 'video.php'].some((part) => parts.includes(part));
  return isVideo ? (named('v') ?? numberOf(last)) : null;
}

function numberOf(text: string | null | undefined): string | null {
  return text !== null && text !== undefined && NUMBER.test(text) ? text : null;
}
