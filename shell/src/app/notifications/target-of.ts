import type { Notification } from '@pagecast/api/contract';

/**
 * Where the thing is that a notification is about: its post, the list that holds its several posts, the pages, or
 * automation.
 */
export function targetOf({
  kind,
  count,
  postId,
  path,
}: Pick<Notification, 'kind' | 'count' | 'postId' | 'path'>): string {
  if (path !== undefined) return path;
  if (kind === 'page') return '/settings';
  if (kind === 'automation') return '/automation';
  return count === 1 && postId !== null ? `/scheduled?post=${postId}` : '/scheduled';
}
