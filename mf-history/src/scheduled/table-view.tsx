import type { Post, TiedPosts } from '@pagecast/api/contract';
import { Button, cn, Pager } from '@pagecast/shell/kit';
import { NothingHere } from './nothing-here.tsx';
import type { PostDialogKind } from './post-dialogs.tsx';
import { useShownPosts } from './selection/selection.ts';
import { ScheduledTable } from './scheduled-table.tsx';

/** What goes out next, page by page. */
export function TableView({
  posts,
  tied,
  pagination,
  isOld,
  isNarrowed,
  shownId,
  now,
  onReview,
  onOpen,
  onPage,
  onWiden,
}: {
  posts: readonly Post[];
  tied: readonly TiedPosts[];
  pagination: { page: number; pages: number; total: number };
  /** What was asked for is on its way; this is what was shown before. */
  isOld: boolean;
  isNarrowed: boolean;
  shownId: number | null;
  now: Date;
  onReview: (post: Post) => void;
  onOpen: (kind: PostDialogKind, post: Post) => void;
  onPage: (pageNumber: number) => void;
  onWiden: () => void;
}) {
  const { page, pages, total } = pagination;
  useShownPosts(posts.map(({ id }) => id));
  if (total === 0) return <NothingHere isNarrowed={isNarrowed} onWiden={onWiden} />;
  if (posts.length === 0)
    return (
      <NothingHere
        text={`There is no page ${page}.`}
        action={<Button onClick={() => onPage(1)}>Go to page 1</Button>}
      />
    );
  return (
    <div className={cn('transition-opacity duration-150', isOld && 'opacity-60')}>
      <ScheduledTable posts={posts} tied={tied} now={now} shownId={shownId} onReview={onReview} onOpen={onOpen} />
      <Pager current={page} pages={pages} onPage={onPage} />
    </div>
  );
}
