import type { Post } from '@pagecast/api/contract';
import { cn, contentTypeLabel, IconButton, PublishNowButton, StatusBadge, Time, UploadNote } from '@pagecast/shell/kit';
import { CalendarCheck, CalendarClock, Copy, Pencil, Repeat, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { LateBadge } from '../post/post-badges.tsx';
import { isStory } from '../post/story-life.tsx';
import type { PostDialogKind } from './post-dialogs.tsx';
import { ProblemHelp } from './problem-help.tsx';
import { RepeatsNote } from './recurring/repeats-note.tsx';
import { mayBeOut, ResolveButtons } from './resolve-buttons.tsx';
import { SelectBox, SPOKEN_LENGTH } from './selection/select-box.tsx';
import { useMarked } from './selection/selection.ts';
import { anchorOf } from './use-shown-post.ts';
import { isFixed, isOverdue } from './waiting-posts.ts';

/** The first to go where a table is narrow; cards have room for it again. */
export const TYPE_COLUMN = 'lg:max-xl:hidden';
/** Rows of one text for several pages hang together. */
export const PART_EDGE = 'border-l-4 border-l-accent';

interface RowProps {
  readonly post: Post;
  readonly now: Date;
  readonly isShown: boolean;
  /** One of the pages of a text for several. */
  readonly isPart: boolean;
  readonly onReview: () => void;
  readonly onOpen: (kind: PostDialogKind) => void;
}

/** A planned post: a row of the table, or a card on a small screen. */
export function ScheduledRow({ post, now, isShown, isPart, onReview, onOpen }: RowProps) {
  const isSelected = useMarked().ids.has(post.id);
  return (
    <tr
      id={anchorOf(post.id)}
      data-posts={post.id}
      tabIndex={-1}
      aria-current={isShown || undefined}
      className={cn(
        'align-top -outline-offset-2 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 ' +
          'max-lg:gap-y-2 max-lg:p-4',
        isPart && PART_EDGE,
        isPart && !isShown && !isSelected && 'bg-sunken',
        (isShown || isSelected) && 'bg-accent-soft',
      )}
    >
      <Cell className="max-lg:basis-full lg:w-1/3 lg:min-w-44">
        <div className="flex items-start gap-2">
          <SelectBox ids={[post.id]} of={`${post.content.slice(0, SPOKEN_LENGTH)}, ${post.pageName ?? ''}`} />
          <ReviewButton onReview={onReview}>{post.content}</ReviewButton>
        </div>
        <Trouble post={post} />
        {typeof post.recurrenceId === 'number' && (
          <RepeatsNote recurrenceId={post.recurrenceId} onOpen={() => onOpen('repeat')} />
        )}
        {mayBeOut(post) && (
          <div className="mt-2 flex flex-wrap gap-2">
            <ResolveButtons onOpen={onOpen} />
          </div>
        )}
      </Cell>
      <Cell className="wrap-anywhere lg:min-w-28">{post.pageName ?? 'Unknown Page'}</Cell>
      <Cell className={cn('text-ink-soft', TYPE_COLUMN)}>{contentTypeLabel(post.contentType)}</Cell>
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
        <RowActions post={post} onOpen={onOpen} />
      </Cell>
    </tr>
  );
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return <td className={`lg:px-2 lg:py-3 xl:px-3 ${className}`}>{children}</td>;
}

function ReviewButton({ onReview, children }: { onReview: () => void; children: string }) {
  return (
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
      {children}
    </button>
  );
}

/** How far its upload is, or else what is wrong with it. */
function Trouble({ post }: { post: Post }) {
  if (post.upload)
    return (
      <div className="mt-1">
        <UploadNote upload={post.upload} />
      </div>
    );
  if (post.problem === null) return null;
  const isOnItsWay = post.status === 'publishing' && !mayBeOut(post);
  return (
    <div className={cn('mt-1 text-xs', isOnItsWay ? 'text-ink-soft' : 'text-warn')}>
      <p>{post.problem.message}</p>
      <ProblemHelp problem={post.problem} />
    </div>
  );
}

function RowActions({ post, onOpen }: Pick<RowProps, 'post' | 'onOpen'>) {
  const cannotChange = isFixed(post);
  return (
    <div className="flex items-center gap-1 max-xl:flex-wrap lg:-my-1.5 lg:justify-end lg:max-xl:min-w-50">
      {!mayBeOut(post) && (
        <>
          <PublishNowButton post={post} />
          {/* On a phone the others have a row of their own, where all of them have room. */}
          <span aria-hidden className="basis-full sm:hidden" />
        </>
      )}
      <IconButton
        label="Reschedule"
        icon={<CalendarClock aria-hidden />}
        disabled={cannotChange}
        onClick={() => onOpen('reschedule')}
      />
      {post.facebookPageId !== null && (
        <IconButton
          label="Next free slot"
          icon={<CalendarCheck aria-hidden />}
          disabled={cannotChange}
          onClick={() => onOpen('next-slot')}
        />
      )}
      <IconButton
        label={isStory(post) ? 'Edit' : 'Edit text'}
        icon={<Pencil aria-hidden />}
        disabled={cannotChange}
        onClick={() => onOpen('edit')}
      />
      {post.facebookPageId !== null && typeof post.recurrenceId !== 'number' && !isStory(post) ? (
        <IconButton label="Repeat" icon={<Repeat aria-hidden />} onClick={() => onOpen('repeat')} />
      ) : (
        // The others stand below those of the rows around.
        <span aria-hidden className="size-9 max-xl:hidden" />
      )}
      <IconButton label="Duplicate" icon={<Copy aria-hidden />} onClick={() => onOpen('duplicate')} />
      <IconButton
        label="Delete"
        icon={<Trash2 aria-hidden />}
        destructive
        disabled={cannotChange}
        onClick={() => onOpen('delete')}
      />
    </div>
  );
}
