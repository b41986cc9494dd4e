import type { PageWarning } from '@pagecast/api/contract';
import { formatDateTime } from '../time/format-time.ts';

/**
 * What will happen unless the page is mended: '4 posts on Corner Bakery will fail from Tue 24 Nov, 9:00 (GMT+8)'. No
 * full stop.
 */
export function describeWarning(
  { posts, pageName, failsFrom }: Pick<PageWarning, 'posts' | 'pageName' | 'failsFrom'>,
  timeZone: string,
  now: Date = new Date(),
): string {
  const what = `${posts.toLocaleString('en')} ${posts === 1 ? 'post' : 'posts'} on ${pageName}`;
  return new Date(failsFrom) <= now
    ? `${what} can't go out`
    : `${what} will fail from ${formatDateTime(failsFrom, timeZone, now)}`;
}
