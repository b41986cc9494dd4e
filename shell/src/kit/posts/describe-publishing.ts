import type { Post } from '@pagecast/api/contract';
import type { Toast } from '../runtime/host.tsx';
import { formatDateTime } from '../time/format-time.ts';
import { truncateText } from './truncate-text.ts';

/** As much of a post as it takes to publish it from a row, a tile or a page of its own. */
export type Publishable = Pick<Post, 'id' | 'pageName'> & ({ readonly content: string } | { readonly excerpt: string });

/** '“Fresh bread…” on Corner Bakery'. */
export function nameOf(post: Publishable): string {
  const text = ('content' in post ? post.content : post.excerpt).trim();
  const cut = truncateText(text, 'reel');
  return `“${cut === null ? text : `${cut}…`}” on ${post.pageName ?? 'your page'}`;
}

/** A post that Facebook has not confirmed is not called published. */
export function outcomeOf(post: Post): Toast {
  const page = post.pageName ?? 'your page';
  if (post.status === 'published')
    return { tone: 'default', title: 'Published to Facebook', description: `Your post is on ${page}.` };
  if (post.status === 'failed' || post.status === 'missed') {
    return {
      tone: 'destructive',
      title: 'Publish Failed',
      description: post.problem?.message ?? 'Failed to publish post',
    };
  }
  if (post.status !== 'publishing' && post.problem !== null)
    return { tone: 'default', title: 'Post On Hold', description: post.problem.message };
  return {
    tone: 'default',
    title: 'Publishing Post',
    description: post.problem?.message ?? "Waiting for Facebook to confirm. We won't send it twice.",
  };
}

/** What a post is again when its publishing was taken back. */
export function undoneOf({ status, scheduledAt }: Post, timeZone: string): Toast {
  const description =
    status === 'scheduled' && scheduledAt !== null
      ? `It goes out on ${formatDateTime(scheduledAt, timeZone)}, as before.`
      : "Nothing was published. Your post hasn't changed.";
  return { tone: 'default', title: 'Publishing Undone', description };
}
