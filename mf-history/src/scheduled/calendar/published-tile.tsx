import type { PublishedEntry } from '@pagecast/api/contract';
import { cn, formatZone, Link, localOf, useTimeZone } from '@pagecast/shell/kit';
import { CircleCheck, Heart } from 'lucide-react';
import { useTimelineOf } from '../../post/timeline-address.ts';
import { shortClock } from './move-to-day.ts';
import type { PostMark } from './post-marks.ts';

export interface PublishedFacts {
  readonly post: PublishedEntry;
  readonly mark: PostMark;
}

/**
 * A post that is out, quieter than one that is planned: when, where, its first words and how many people reacted. Leads
 * to its timeline.
 */
export function PublishedTile({
  facts: { post, mark },
  size,
  isRoving = false,
}: {
  facts: PublishedFacts;
  size: 'line' | 'card' | 'wide';
  isRoving?: boolean;
}) {
  const timeZone = useTimeZone();
  const timelineOf = useTimelineOf();
  const reach = post.engagement === null ? null : post.engagement.toLocaleString('en');
  return (
    <Link
      to={timelineOf(post.id)}
      data-calendar-item={`out-${post.id}`}
      tabIndex={isRoving ? -1 : 0}
      className={cn(
        '@container block w-full rounded-r-md border-l-3 border-line text-left text-ink-soft hover:bg-sunken ' +
          'hover:text-ink pointer-coarse:min-h-11',
        { line: 'px-1.5 py-0.5 text-xs', card: 'px-2 py-1 text-xs', wide: 'px-3 py-2 text-sm' }[size],
      )}
    >
      <span className="flex min-w-0 items-center gap-1">
        <CircleCheck aria-hidden className="size-3.5 shrink-0 text-ok" />
        <span className="sr-only">Published</span>{' '}
        <span className="shrink-0">{shortClock(localOf(post.publishedAt, timeZone).time)}</span>{' '}
        <span className="sr-only">({formatZone(post.publishedAt, timeZone)}),</span>{' '}
        <span aria-hidden className="shrink-0 font-semibold">
          {mark.letters}
        </span>{' '}
        <span className="sr-only">{mark.name}.</span>{' '}
        <span dir="auto" className="min-w-0 grow truncate">
          {post.excerpt}
        </span>{' '}
        {reach !== null && (
          <span className="inline-flex shrink-0 items-center gap-0.5 @max-[9rem]:sr-only">
            <Heart aria-hidden className="size-3" />
            {reach}
            <span className="sr-only"> reactions</span>
          </span>
        )}
      </span>
    </Link>
  );
}
