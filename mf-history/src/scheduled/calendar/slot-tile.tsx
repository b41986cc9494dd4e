import { cn, formatZone, Link, localOf, useTimeZone } from '@pagecast/shell/kit';
import { memo } from 'react';
import { shortClock } from './move-to-day.ts';
import type { FreeSlot } from './free-slots.ts';
import type { PostMark } from './post-marks.ts';

export interface SlotFacts {
  readonly slot: FreeSlot;
  readonly mark: PostMark;
}

/** The name by which the arrow keys know it. */
export const slotKey = ({ pageId, at }: FreeSlot) => `slot-${pageId}-${at}`;

/** A time at which a page likes to post and has no post yet: a press writes one for it. */
export const SlotTile = memo(
  Slot,
  (before, { facts: { slot, mark }, size, isRoving }) =>
    before.facts.slot === slot && before.facts.mark === mark && before.size === size && before.isRoving === isRoving,
);

interface SlotProps {
  facts: SlotFacts;
  size: 'line' | 'card' | 'wide';
  isRoving?: boolean;
}

function Slot({ facts: { slot, mark }, size, isRoving = false }: SlotProps) {
  const timeZone = useTimeZone();
  const { date, time } = localOf(slot.at, timeZone);
  return (
    <Link
      to={`/content-generator?date=${date}&time=${time}&pageId=${slot.pageId}&slot=free`}
      data-calendar-item={slotKey(slot)}
      tabIndex={isRoving ? -1 : 0}
      className={cn(
        'flex w-full min-w-0 items-center gap-1 rounded-md border border-dashed border-line-strong text-ink-soft ' +
          'hover:border-accent hover:bg-accent-soft hover:text-accent pointer-coarse:min-h-11',
        { line: 'px-1.5 py-0.5 text-xs', card: 'px-2 py-1 text-xs', wide: 'px-3 py-2 text-sm' }[size],
      )}
    >
      <span className="sr-only">Write a post for the free slot at</span>{' '}
      <span className="shrink-0">{shortClock(time)}</span>{' '}
      <span className="sr-only">({formatZone(slot.at, timeZone)}),</span>{' '}
      <span aria-hidden className="shrink-0 font-semibold">
        {mark.letters}
      </span>{' '}
      <span className={size === 'line' ? 'sr-only' : 'min-w-0 truncate'}>{mark.name}</span>{' '}
      <span aria-hidden className="min-w-0 truncate">
        Free
      </span>
    </Link>
  );
}
