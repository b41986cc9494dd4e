import { FACEBOOK, NETWORKS } from '../../contract/networks.ts';
import type { PostLinks } from '../network.ts';
import { permalinkOf } from './page.ts';

const { host: HOST } = NETWORKS[FACEBOOK].link;
const NUMBER = /^\d{5,}$/;

export const facebookLinks: PostLinks = {
  host: HOST,
  isAt: ({ hostname }) => hostname === HOST || hostname.endsWith(`.${HOST}`),
  remoteIdIn,
  permalinkOf,
};

/**
 * Facebook writes the same post in many ways; names of pages and its newer opaque ids say nothing that the Graph API
 * takes.
 */
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
