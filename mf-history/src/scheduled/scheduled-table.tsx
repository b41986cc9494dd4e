import type { Post } from '@pagecast/api/contract';
import { cn, contentTypeLabel, IconButton, StatusBadge, Time, UploadNote, PublishNowButton } from '@pagecast/shell/kit';
import { CalendarClock, Copy, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PostDialogKind } from './post-dialogs.tsx';
import { ProblemHelp } from './problem-help.tsx';
import { mayBeOut, ResolveButtons } from './resolve-buttons.tsx';
import { LateBadge } from '../post/post-badges.tsx';
import { anchorOf } from './use-shown-post.ts';
import { isFixed, isOverdue } from './waiting-posts.ts';

/** The first to go where a table is narrow; cards have room for it again. */
const TYPE = 'lg:max-xl:hidden';

/** A table that becomes cards on small screens: one markup, so that nothing is read twice. */
export function ScheduledTable({
  posts,
  now,
  shownId,
  onReview,
  onOpen,
}: {
  posts: readonly Post[];
  now: Date;
  shownId: number | null;
  onReview: (post: Post) => void;
  onOpen: (kind: PostDialogKind, post: Post) => void;
}) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full border-collapse text-left max-lg:block">
        <caption className="sr-only">Scheduled posts, earliest first</caption>
        <thead className="bg-sunken text-xs text-ink-soft max-lg:sr-only">
          <tr>
            {['Content', 'Page', 'Type', 'When', 'Status', 'Actions'].map((name) => (
              <th key={name} scope="col" className={cn('px-2 py-2 font-medium xl:px-3', name === 'Type' && TYPE)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-lg:block">
          {posts.map((post) => (
            <Row
              key={post.id}
              post={post}
              now={now}
              isShown={post.id === shownId}
              onReview={() => onReview(post)}
              onOpen={(kind) => onOpen(kind, post)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  post,
  now,
  isShown,
  onReview,
  onOpen,
}: {
  post: Post;
  now: Date;
  isShown: boolean;
  onReview: () => void;
  onOpen: (kind: PostDialogKind) => void;
}) {
  const [isOnItsWay, isInDoubt] = [post.status === 'publishing', mayBeOut(post)];
  const cannotChange = isFixed(post);
  return (
    <tr
      id={anchorOf(post.id)}
      tabIndex={-1}
      aria-current={isShown || undefined}
      className={cn(
        'align-top -outline-offset-2 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-2 max-lg:p-4',
        isShown && 'bg-accent-soft',
      )}
    >
      <Cell className="max-lg:basis-full lg:w-1/3 lg:min-w-44">
        <button
          type="button"
          onClick={onReview}
          dir="auto"
          className="line-clamp-2 min-h-6 rounded-sm pointer-coarse:min-h-11 text-start wrap-anywhere hover:underline"
        >
          {/* With a direction of its own, it has no say in that of the post. */}
          <span dir="ltr" className="sr-only">
            Review:
          </span>{' '}
          {post.content}
        </button>
        {post.upload ? (
          <div className="mt-1">
            <UploadNote upload={post.upload} />
          </div>
        ) : (
          post.problem !== null && (
            <div className={cn('mt-1 text-xs', isOnItsWay && !isInDoubt ? 'text-ink-soft' : 'text-warn')}>
              <p>{post.problem.message}</p>
              <ProblemHelp problem={post.problem} />
            </div>
          )
        )}
        {isInDoubt && (
          <div className="mt-2 flex flex-wrap gap-2">
            <ResolveButtons onOpen={onOpen} />
          </div>
        )}
      </Cell>
      <Cell className="wrap-break-word lg:min-w-28">{post.pageName ?? 'Unknown Page'}</Cell>
      <Cell className={cn('text-ink-soft', TYPE)}>{contentTypeLabel(post.contentType)}</Cell>
      <Cell className="lg:min-w-38 min-[1400px]:whitespace-nowrap">
        {post.scheduledAt === null ? (
          <span className="text-ink-soft">No time set</span>
        ) : (
          <Time instant={post.scheduledAt} relative relativeClassName="lg:block" now={now} />
        )}
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-1 lg:flex-col">
          <StatusBadge status={post.status === 'scheduled' && post.problem !== null ? 'at-risk' : post.status} />
          <LateBadge isLate={isOverdue(post, now)} />
        </div>
      </Cell>
      <Cell className="max-lg:basis-full">
        <div className="flex items-center gap-1 lg:-my-1.5 lg:justify-end">
          {!isInDoubt && <PublishNowButton post={post} />}
          <IconButton
            label="Reschedule"
            icon={<CalendarClock aria-hidden />}
            disabled={cannotChange}
            onClick={() => onOpen('reschedule')}
          />
          <IconButton
            label="Edit text"
            icon={<Pencil aria-hidden />}
            disabled={cannotChange}
            onClick={() => onOpen('edit')}
          />
          <IconButton label="Duplicate" icon={<Copy aria-hidden />} onClick={() => onOpen('duplicate')} />
          <IconButton
            label="Delete"
            icon={<Trash2 aria-hidden />}
            destructive
            disabled={cannotChange}
            onClick={() => onOpen('delete')}
          />
        </div>
      </Cell>
    </tr>
  );
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return <td className={`lg:px-2 lg:py-3 xl:px-3 ${className}`}>{children}</td>;
}
