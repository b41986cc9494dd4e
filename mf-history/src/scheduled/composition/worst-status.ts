import type { Post, PostStatus, TiedPosts } from '@pagecast/api/contract';

const WORST_FIRST: readonly PostStatus[] = ['failed', 'missed', 'publishing', 'draft', 'scheduled', 'published'];

/** What the owner of posts has to know first of them. */
export function worstStatus({ statuses }: Pick<TiedPosts, 'statuses'>): PostStatus {
  return WORST_FIRST.find((status) => (statuses[status] ?? 0) > 0) ?? 'draft';
}

/** How many posts there are in these states, or in any. */
export function countOf(
  { statuses }: Pick<TiedPosts, 'statuses'>,
  among: readonly string[] = Object.keys(statuses),
): number {
  return among.reduce((count, status) => count + (statuses[status] ?? 0), 0);
}

/** Posts in their order, those of one composition together where its first one stands. */
export function byComposition(
  posts: readonly Post[],
): readonly { readonly compositionId: number | null; readonly posts: readonly Post[] }[] {
  const groups = new Map<string, { compositionId: number | null; posts: Post[] }>();
  for (const post of posts) {
    const compositionId = post.compositionId ?? null;
    const key = compositionId === null ? `post ${post.id}` : `composition ${compositionId}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { compositionId, posts: [post] });
    else group.posts.push(post);
  }
  return [...groups.values()];
}
