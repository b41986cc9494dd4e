import type { Post } from '@pagecast/api/contract';
import { Button, cn, Link, PublishNowButton, StatusBadge, Time } from '@pagecast/shell/kit';
import { useTimelineOf } from '../post/timeline-address.ts';
import type { PostDialogKind } from './post-dialogs.tsx';
import { ProblemHelp } from './problem-help.tsx';
import { mayBeOut, ResolveButtons } from './resolve-buttons.tsx';
import { anchorOf } from './use-shown-post.ts';
import { causeOf } from './waiting-posts.ts';

/** A post that did not go out, its cause and the ways out of it. */
export function AttentionRow({
  post,
  pageCount,
  isShown,
  onOpen,
}: {
  post: Post;
  /** To how many pages its text goes. */
  pageCount: number;
  isShown: boolean;
  onOpen: (kind: PostDialogKind) => void;
}) {
  const timelineOf = useTimelineOf();
  return (
    <li
      id={anchorOf(post.id)}
      tabIndex={-1}
      aria-current={isShown || undefined}
      className={cn(
        'flex flex-col gap-3 px-3 py-4 first:pt-3 last:pb-3 lg:flex-row lg:items-start lg:justify-between lg:gap-6',
        isShown && 'rounded-control bg-accent-soft',
      )}
    >
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={post.status === 'publishing' ? 'at-risk' : post.status} />
          <span className="font-medium wrap-anywhere">{post.pageName ?? 'Unknown Page'}</span>
          {pageCount > 1 && <span className="text-ink-soft">1 of {pageCount} pages</span>}
          {post.scheduledAt !== null && <Time instant={post.scheduledAt} relative className="text-ink-soft" />}
        </div>
        <Link to={timelineOf(post.id)} className="max-w-[72ch] rounded-sm hover:underline pointer-coarse:min-h-11">
          <span className="sr-only">Timeline:</span>{' '}
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {post.content}
          </span>
        </Link>
        <div className="max-w-[72ch] text-bad">
          <p>{causeOf(post)}</p>
          <ProblemHelp problem={post.problem} />
        </div>
      </div>
      <Ways post={post} onOpen={onOpen} />
    </li>
  );
}

function Ways({ post, onOpen }: { post: Post; onOpen: (kind: PostDialogKind) => void }) {
  if (mayBeOut(post))
    return (
      <div className="flex shrink-0 flex-wrap gap-2 lg:max-w-90 lg:justify-end">
        <ResolveButtons onOpen={onOpen} />
      </div>
    );
  return (
    <div className="flex shrink-0 flex-wrap gap-2">
      {post.status === 'missed' ? (
        <>
          <PublishNowButton post={post} />
          <Button size="sm" onClick={() => onOpen('reschedule')}>
            Reschedule
          </Button>
          <Button size="sm" variant="ghost" className="hover:text-bad" onClick={() => onOpen('delete')}>
            Delete
          </Button>
        </>
      ) : (
        <>
          <PublishNowButton post={post} label="Publish again" />
          <Button size="sm" onClick={() => onOpen('reschedule')}>
            Reschedule
          </Button>
          <Button size="sm" onClick={() => onOpen('edit')}>
            Edit
          </Button>
          <Button size="sm" variant="ghost" className="hover:text-bad" onClick={() => onOpen('delete')}>
            Delete
          </Button>
        </>
      )}
    </div>
  );
}
