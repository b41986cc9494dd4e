import type { Post, PostStatus } from '@pagecast/api/contract';

const WORST_FIRST: readonly PostStatus[] = ['failed', 'missed', 'publishing', 'draft', 'scheduled', 'published'];

/** What its owner has to know first of these posts. */
export function worstStatus(posts: readonly Pick<Post, 'status'>[]): PostStatus {
  return WORST_FIRST.find((status) => posts.some((post) => post.status === status)) ?? 'draft';
}

export function failedIn<P extends Pick<Post, 'status'>>(posts: readonly P[]): P[] {
  return posts.filter(({ status }) => status === 'failed' || status === 'missed');
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
