import type { Post } from '@pagecast/api/contract';

/** Why a post waits for its owner, in the server's words where it has some. */
export function causeOf(post: Pick<Post, 'status' | 'problem'>): string {
  if (post.problem !== null) return post.problem.message;
  return post.status === 'missed' ? 'Its time passed before it could go out. Nothing was published.' : 'It could not be published.';
}

const PUBLISHING_MS = 3000;
const JUST_AFTER_DUE_MS = 2000;
const OVERDUE_MS = 15_000;
const LONGEST_MS = 24 * 3_600_000;

/** When to look at the list again, in ms: soon while a post is on its way, else just after the next one is due. Null when nothing will move. */
export function lookAgainInMs(posts: readonly Pick<Post, 'status' | 'scheduledAt'>[], now: Date): number | null {
  if (posts.some((post) => post.status === 'publishing')) return PUBLISHING_MS;
  const waits = posts.flatMap(({ status, scheduledAt }) => (status === 'scheduled' && scheduledAt !== null ? [new Date(scheduledAt).getTime() - now.getTime()] : []));
  if (waits.length === 0) return null;
  const next = Math.min(...waits);
  return next <= -OVERDUE_MS ? OVERDUE_MS : Math.min(LONGEST_MS, Math.max(0, next) + JUST_AFTER_DUE_MS);
}
