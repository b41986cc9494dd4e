import type { BulkChange, BulkChangeInput, BulkUnchanged } from '@pagecast/api/contract';

export const postsCount = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'post' : 'posts'}`;

const DONE: Readonly<Record<BulkChangeInput['kind'], string>> = {
  move: 'moved',
  slots: 'moved to free slots',
  page: 'moved to another page',
  publish: 'about to be published',
  delete: 'deleted',
};

/** What a change did, in one line. */
export function describeDone(kind: BulkChangeInput['kind'], { postIds, unchanged }: BulkChange): string {
  const done = postIds.length === 0 ? 'Nothing was changed' : `${postsCount(postIds.length)} ${DONE[kind]}`;
  return unchanged.length === 0 ? done : `${done}, ${postsCount(unchanged.length)} left as they are`;
}

/** And what its undo did. */
export function describeUndone({ undone }: Pick<BulkChange, 'undone'>): string {
  const back =
    undone === null || undone.postIds.length === 0
      ? 'Nothing was undone'
      : `${postsCount(undone.postIds.length)} put back`;
  return undone === null || undone.unchanged.length === 0
    ? back
    : `${back}, ${postsCount(undone.unchanged.length)} could not be`;
}

/** Those that stay for the same reason, together; the most first. */
export function byReason(unchanged: readonly BulkUnchanged[]): { message: string; posts: BulkUnchanged[] }[] {
  const groups = new Map<string, BulkUnchanged[]>();
  for (const post of unchanged) groups.set(post.message, [...(groups.get(post.message) ?? []), post]);
  return [...groups]
    .map(([message, posts]) => ({ message, posts }))
    .toSorted((one, other) => other.posts.length - one.posts.length);
}
