import { useLocation } from '@pagecast/shell/kit';

const LISTS = [
  { path: '/history', name: 'Post History' },
  { path: '/scheduled', name: 'Scheduled Posts' },
] as const;

/** Says in an address that the post is somebody else's. */
export const OTHERS = 'others';

/**
 * Where a post of any status tells what happened to it, with the way back to the list as it stands now: its page and
 * its filters.
 */
export function useTimelineOf(): (postId: number, of?: typeof OTHERS) => string {
  const { pathname, search } = useLocation();
  const isList = LISTS.some(({ path }) => path === pathname);
  const from = isList ? `&from=${encodeURIComponent(`${pathname}${search}`)}` : '';
  return (postId, of) => `/history/post?id=${postId}${of === undefined ? '' : `&of=${of}`}${from}`;
}

/** The list that an address of a timeline came from; null where it says none, or something else. */
export function listBehind(from: string | undefined): { to: string; name: string } | null {
  const list = LISTS.find(({ path }) => from === path || from?.startsWith(`${path}?`) === true);
  return list === undefined || from === undefined ? null : { to: from, name: list.name };
}
