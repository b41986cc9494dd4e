import { useState } from 'react';
import { shortDay, type Day, type Period } from './calendar-days.ts';
import { slotKey, SlotTile, type SlotFacts } from './slot-tile.tsx';

/** Free slots that stand open at first: in a month there is room for two lines, and beside many posts for one. */
const ROOM = { week: 12, agenda: 3 } as const;
const MONTH_ROOM = 2;
const MANY_POSTS = 3;

/** The free slots of a day, and how many more there are. */
export function DaySlots({
  day,
  slots,
  postCount,
  view,
  onWeek,
}: {
  day: Day;
  slots: readonly SlotFacts[];
  postCount: number;
  view: Period | 'agenda';
  /** Where there is room for all; without it they open here. */
  onWeek?: () => void;
}) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (slots.length === 0) return null;
  const most = roomOf(view, postCount);
  const room = isExpanded || slots.length === most + 1 ? slots.length : most;
  const hidden = Math.max(0, slots.length - room);
  const isRoving = view !== 'agenda';
  return (
    <ul aria-label={`Free slots on ${shortDay(day)}`} className="mt-1 flex flex-col gap-1">
      {slots.slice(0, room).map((facts) => (
        <li key={slotKey(facts.slot)}>
          <SlotTile facts={facts} size={SIZES[view]} isRoving={isRoving} />
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            tabIndex={isRoving ? -1 : 0}
            {...(isRoving && { 'data-calendar-item': `slots-${day}` })}
            onClick={onWeek ?? (() => setIsExpanded(true))}
            className={
              'flex min-h-6 w-full items-center rounded-md px-1.5 text-left text-xs text-ink-soft ' +
              'hover:bg-accent-soft hover:text-accent pointer-coarse:min-h-11'
            }
          >
            {hidden.toLocaleString('en')} more free <span className="sr-only">slots on {shortDay(day)}</span>
          </button>
        </li>
      )}
    </ul>
  );
}

function roomOf(view: Period | 'agenda', postCount: number): number {
  if (view !== 'month') return ROOM[view];
  return postCount >= MANY_POSTS ? 1 : MONTH_ROOM;
}

const SIZES = { month: 'line', week: 'card', agenda: 'wide' } as const;
