import type { Post } from '@pagecast/api/contract';

/** Earliest first; posts without a time last. Source: spec section 2, Dashboard. */
export function byTime(posts: readonly Post[]): Post[] {
  const timeOf = (post: Post) => (post.scheduledAt === null ? Infinity : new Date(post.scheduledAt).getTime());
  return posts.toSorted((one, other) =>
    timeOf(one) === timeOf(other) ? one.id - other.id : timeOf(one) - timeOf(other),
  );
}
