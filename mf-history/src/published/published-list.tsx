import type { Post } from '@pagecast/api/contract';
import { Button, cn } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { PostRow } from './post-row.tsx';
import { resultsOf } from './queries.ts';

/** Posts that are out, each with how it did once that is here. */
export function PublishedList({
  posts,
  search,
  isOld,
  onView,
  onDelete,
}: {
  posts: readonly Post[];
  search: string;
  /** Of another page or filter, until those asked for are here. */
  isOld: boolean;
  onView: (post: Post) => void;
  onDelete: (post: Post) => void;
}) {
  const { data: results, error, refetch } = useQuery(resultsOf(posts));
  const isOnItsWay = results === undefined && error === null;
  const resultOf = ({ id }: Post) => (isOnItsWay ? undefined : (results?.find(({ postId }) => postId === id) ?? null));
  return (
    <>
      {error !== null && results === undefined && (
        <p role="status" className="mb-2 rounded-control bg-warn-soft px-3 py-2 text-warn">
          We couldn't load the figures of these posts.{' '}
          <Button size="sm" variant="ghost" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <ul
        aria-busy={isOld}
        className={cn(
          'divide-y divide-line rounded-card border border-line bg-surface transition-opacity duration-150',
          isOld && 'opacity-60',
        )}
      >
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            result={resultOf(post)}
            search={search}
            onView={() => onView(post)}
            onDelete={() => onDelete(post)}
          />
        ))}
      </ul>
    </>
  );
}
