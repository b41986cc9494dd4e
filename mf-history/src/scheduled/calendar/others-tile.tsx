import type { QueuedPost } from '@pagecast/api/contract';
import { cn, formatZone, Link, localOf, useTimeZone } from '@pagecast/shell/kit';
import { User } from 'lucide-react';
import { OTHERS, useTimelineOf } from '../../post/timeline-address.ts';
import { shortClock } from './move-to-day.ts';
import type { PostMark } from './post-marks.ts';

export interface OthersFacts {
  readonly post: QueuedPost;
  readonly mark: PostMark;
}

/** What somebody else has planned on the same page: to see, not to move. Leads to its timeline. */
export function OthersTile({
  facts: { post, mark },
  size,
  isRoving = false,
}: {
  facts: OthersFacts;
  size: 'line' | 'card' | 'wide';
  isRoving?: boolean;
}) {
  const timeZone = useTimeZone();
  const timelineOf = useTimelineOf();
  const whose = `${mark.name}, by ${post.author.name}`;
  return (
    <Link
      to={timelineOf(post.id, OTHERS)}
      title={whose}
      data-calendar-item={`others-${post.id}`}
      tabIndex={isRoving ? -1 : 0}
      className={cn(
        'block w-full rounded-md border border-dashed border-line-strong text-left text-ink-soft hover:bg-sunken ' +
          'hover:text-ink pointer-coarse:min-h-11',
        { line: 'px-1.5 py-0.5 text-xs', card: 'px-2 py-1 text-xs', wide: 'px-3 py-2 text-sm' }[size],
      )}
    >
      <span className="flex min-w-0 items-center gap-1">
        <User aria-hidden className="size-3.5 shrink-0" />
        <span className="shrink-0">{shortClock(localOf(post.scheduledAt, timeZone).time)}</span>{' '}
        <span className="sr-only">({formatZone(post.scheduledAt, timeZone)}),</span>{' '}
        <span aria-hidden className="shrink-0 font-semibold">
          {mark.letters}
        </span>{' '}
        <span className="sr-only">{whose}.</span>{' '}
        <span dir="auto" className="min-w-0 grow truncate">
          {post.excerpt === '' ? 'No text' : post.excerpt}
        </span>
      </span>
      {size !== 'line' && (
        <span aria-hidden className="block truncate">
          {whose}
        </span>
      )}
    </Link>
  );
}
