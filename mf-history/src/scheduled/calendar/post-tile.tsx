import type { CalendarPost } from '@pagecast/api/contract';
import { cn, formatZone, localOf, useTimeZone } from '@pagecast/shell/kit';
import { ClockAlert, FoldVertical, LoaderCircle, Repeat, TriangleAlert } from 'lucide-react';
import { Fragment, memo, useRef, type MouseEvent } from 'react';
import { useMarked } from '../selection/selection.ts';
import { isOverdue } from '../waiting-posts.ts';
import { tileKey } from './calendar-items.ts';
import { shortClock } from './move-to-day.ts';
import type { PostMark } from './post-marks.ts';
import type { Collision } from './plan.ts';
import { useDraggablePost } from './use-dragging.ts';

export interface TileFacts {
  readonly post: CalendarPost;
  readonly mark: PostMark;
  readonly collision: Collision | undefined;
  readonly now: Date;
}

/**
 * A post on the calendar: its time, its page, its first words and what is to be known about it. A press opens its menu.
 * @param size `line` in a month, `card` in a week, `wide` where a day has the whole width
 */
export const PostTile = memo(Tile, isSame);

interface TileProps {
  facts: TileFacts;
  size: 'line' | 'card' | 'wide';
  /** One of many behind a single stop of the Tab key. */
  isRoving?: boolean;
  isMoving: boolean;
  onMenu: (post: CalendarPost, anchor: HTMLElement) => void;
}

function Tile({ facts, size, isRoving = false, isMoving, onMenu }: TileProps) {
  const { post, mark } = facts;
  const button = useRef<HTMLButtonElement>(null);
  const isFixed = post.status === 'publishing';
  const isDragged = useDraggablePost(button, post, { isFixed });
  const marked = useMarked();
  const isSelected = marked.ids.has(post.id);

  return (
    <button
      ref={button}
      type="button"
      data-calendar-item={tileKey(post.id)}
      data-posts={post.id}
      tabIndex={isRoving ? -1 : 0}
      {...(marked.isOn ? { 'aria-pressed': isSelected } : { 'aria-haspopup': 'menu' as const })}
      onClick={(event: MouseEvent<HTMLButtonElement>) => onMenu(post, event.currentTarget)}
      className={cn(
        'block w-full rounded-md border-l-3 text-left text-ink transition-[box-shadow,opacity] duration-150 ' +
          'hover:shadow-float',
        mark.tile,
        { line: 'px-1.5 py-1 text-xs', card: 'px-2 py-1.5 text-xs', wide: 'px-3 py-2 text-sm' }[size],
        !isFixed && 'cursor-grab active:cursor-grabbing',
        (isDragged || isMoving) && 'opacity-50',
        isSelected && 'outline-3 -outline-offset-1 outline-accent',
      )}
    >
      <TileHeading facts={facts} isAll={size === 'line'} />
      {size !== 'line' && <TileText facts={facts} />}
    </button>
  );
}

/** Facts are put together anew for all tiles; those of most are the ones of before. */
function isSame({ facts: before, ...old }: TileProps, { facts, ...next }: TileProps): boolean {
  const isLike = <Each extends object>(one: Each, other: Each) =>
    (Object.keys(one) as (keyof Each)[]).every((key) => one[key] === other[key]);
  return isLike(facts, before) && isLike(next, old);
}

/** When and where; in a tile of one line the first words and the signs stand in it, too. */
function TileHeading({ facts, isAll }: { facts: TileFacts; isAll: boolean }) {
  const { post, mark } = facts;
  const timeZone = useTimeZone();
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="shrink-0 font-medium">{shortClock(localOf(post.scheduledAt, timeZone).time)}</span>{' '}
      <span className="sr-only">({formatZone(post.scheduledAt, timeZone)}),</span>{' '}
      <span aria-hidden className={cn('shrink-0 rounded-sm px-1 font-semibold text-accent-ink', mark.chip)}>
        {mark.letters}
      </span>{' '}
      <span className={isAll ? 'sr-only' : 'min-w-0 grow truncate text-ink-soft'}>{mark.name}</span>
      <span className="sr-only">.</span>{' '}
      {repeats(post) && (
        <>
          <Repeat aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
          <span className="sr-only">Repeats.</span>
        </>
      )}{' '}
      {isAll && <span className="min-w-0 grow truncate">{post.excerpt}</span>}
      {isAll &&
        signsOf(facts).map(({ Icon, words }) => (
          <Fragment key={words}>
            <Icon aria-hidden className="size-3.5 shrink-0 text-warn" />
            <span className="sr-only">. {words}</span>
          </Fragment>
        ))}
    </span>
  );
}

/** The first words, and the signs with theirs. */
function TileText({ facts }: { facts: TileFacts }) {
  return (
    <>
      <span dir="auto" className="mt-0.5 line-clamp-2 text-start wrap-anywhere">
        {facts.post.excerpt}
      </span>
      {signsOf(facts).map(({ Icon, words }) => (
        <Fragment key={words}>
          <span className="sr-only">. </span>
          <span className="mt-1 flex items-start gap-1 font-medium text-warn">
            <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
            {words}
          </span>
        </Fragment>
      ))}
    </>
  );
}

/** It was made by a rule. */
export const repeats = ({ recurrenceId }: CalendarPost) => typeof recurrenceId === 'number';

/** What is to be known about a post, as an icon and in words. */
export function signsOf({
  post,
  collision,
  now,
}: Omit<TileFacts, 'mark'>): { Icon: typeof ClockAlert; words: string }[] {
  return [
    ...(post.status === 'publishing' ? [{ Icon: LoaderCircle, words: 'Publishing' }] : []),
    ...(post.hasProblem && post.status !== 'publishing' ? [{ Icon: TriangleAlert, words: 'At risk' }] : []),
    ...(isOverdue(post, now) ? [{ Icon: ClockAlert, words: 'Late' }] : []),
    ...(collision === undefined
      ? []
      : [
          {
            Icon: FoldVertical,
            words:
              collision.minutes === 0 ? 'Same minute as another post' : `${collision.minutes} min from another post`,
          },
        ]),
  ];
}
