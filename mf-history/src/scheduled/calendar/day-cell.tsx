import { cn, Link, localOf, useTimeZone } from '@pagecast/shell/kit';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { longDay, shortDay, weekdayName, type Day, type Period } from './calendar-days.ts';
import { movedToDay, shortClock } from './move-to-day.ts';
import { planKey } from './calendar-items.ts';
import type { DayFacts } from './day-facts.ts';
import { DayPosts } from './day-posts.tsx';
import { DaySlots } from './day-slots.tsx';
import { useDayTarget } from './use-dragging.ts';
import type { DayHandlers } from './use-steady-handlers.ts';
import { useRoom } from './use-room.ts';
import type { Movable } from '../use-moves.ts';

/** One day of the grid: its posts, and a place to drop others on. */
export function DayCell({
  facts,
  period,
  moving,
  handlers,
}: {
  facts: DayFacts;
  period: Period;
  moving: ReadonlyMap<number, string>;
  handlers: DayHandlers;
}) {
  const { day, tiles, further, others, published, slots, isToday, isPast, isWeekOver, isOutside, isGap, planAt } =
    facts;
  const cell = useRef<HTMLDivElement>(null);
  const hovering = useDayTarget(cell, day, handlers.onDrop);
  const room = useRoom(facts, period);

  return (
    <div
      ref={cell}
      role="gridcell"
      data-day={day}
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'group/day relative min-w-0 p-1',
        period === 'week' ? 'min-h-96' : !isWeekOver && 'min-h-30',
        groundOf({ isHovered: hovering !== null && !isPast, isAway: isPast || isOutside }),
      )}
    >
      <span className="sr-only">
        {longDay(day)}, {countOf(tiles.length + further.length)}
        {others.length > 0 && `, ${others.length.toLocaleString('en')} by others`}
        {published.length > 0 && `, ${published.length.toLocaleString('en')} published`}
      </span>
      <div className="mb-1 flex min-h-6 items-center justify-between gap-1">
        <DayName facts={facts} period={period} onWeek={() => handlers.onWeek(day)} />
        {isGap && <span className="truncate text-xs text-ink-soft max-lg:sr-only">No post</span>}
        {!isPast && <PlanLink day={day} to={planAt} isPlain={isGap} />}
      </div>
      {facts.isLoading ? (
        <ComingPosts />
      ) : (
        <>
          <DayPosts day={day} period={period} room={room} moving={moving} handlers={handlers} />
          <DaySlots
            day={day}
            slots={slots}
            postCount={tiles.length}
            view={period}
            {...(period === 'month' && { onWeek: () => handlers.onWeek(day) })}
          />
        </>
      )}
      {hovering !== null && <DropNote post={hovering} facts={facts} />}
    </div>
  );
}

function ComingPosts() {
  return (
    <div aria-hidden className="flex flex-col gap-1">
      <div className="h-6 animate-glow rounded-md bg-line/70" />
      <div className="h-6 w-2/3 animate-glow rounded-md bg-line/70" />
    </div>
  );
}

function groundOf({ isHovered, isAway }: { isHovered: boolean; isAway: boolean }): string {
  if (isHovered) return 'bg-accent-soft';
  return isAway ? 'bg-sunken/60' : 'bg-surface';
}

function DayName({
  facts: { day, isToday, isOutside },
  period,
  onWeek,
}: {
  facts: DayFacts;
  period: Period;
  onWeek: () => void;
}) {
  const number = Number(day.slice(8));
  const ink = isOutside ? 'text-ink-soft' : 'text-ink';
  const styles = cn(
    'inline-flex h-6 min-w-6 items-center justify-center rounded-full px-1.5 text-xs font-medium',
    isToday ? 'bg-accent text-accent-ink' : ink,
  );
  if (period === 'week')
    return (
      <span className={styles}>
        {weekdayName(day)} {number}
      </span>
    );
  return (
    <button
      type="button"
      data-calendar-item={`day-${day}`}
      tabIndex={-1}
      onClick={onWeek}
      className={cn(styles, !isToday && 'hover:bg-sunken')}
    >
      {number === 1 ? shortDay(day).slice(4) : number}
      <span className="sr-only">, show this week</span>
    </button>
  );
}

/** On days that have posts it keeps out of sight until somebody is there. */
function PlanLink({ day, to, isPlain }: { day: Day; to: string; isPlain: boolean }) {
  return (
    <Link
      to={to}
      data-calendar-item={planKey(day)}
      tabIndex={-1}
      aria-label={`Schedule a post on ${longDay(day)}`}
      className={cn(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-accent-soft ' +
          'hover:text-accent focus-visible:opacity-100',
        !isPlain && 'opacity-0 group-hover/day:opacity-100 pointer-coarse:opacity-100',
      )}
    >
      <Plus aria-hidden className="size-4" />
    </Link>
  );
}

/** What a drop would do. */
function DropNote({ post, facts: { day, isPast, slots } }: { post: Movable; facts: DayFacts }) {
  const timeZone = useTimeZone();
  const slot = slots.find((each) => each.slot.pageId === post.facebookPageId)?.slot;
  const words = slot === undefined ? keptTime(post, day, timeZone) : `${clockAt(slot.at, timeZone)}, free slot`;
  return (
    <span
      className={cn(
        'pointer-events-none absolute inset-0 flex items-end justify-center rounded-md p-1 outline-2 -outline-offset-2',
        isPast ? 'outline-bad' : 'outline-accent',
      )}
    >
      <span className={cn('rounded-md px-2 py-1 text-xs font-medium text-accent-ink', isPast ? 'bg-bad' : 'bg-accent')}>
        {isPast ? 'This day has passed' : words}
      </span>
    </span>
  );
}

const clockAt = (at: Date | string, timeZone: string) => shortClock(localOf(at, timeZone).time);

function keptTime({ scheduledAt }: Movable, day: Day, timeZone: string): string {
  if (scheduledAt === null) return 'Choose a time';
  const { at, note } = movedToDay(scheduledAt, day, timeZone);
  if (at.getTime() <= Date.now()) return 'Choose a time';
  return note === null ? clockAt(at, timeZone) : `${clockAt(at, timeZone)}, clocks change`;
}

function countOf(count: number): string {
  if (count === 0) return 'no posts';
  return `${count.toLocaleString('en')} ${count === 1 ? 'post' : 'posts'}`;
}
