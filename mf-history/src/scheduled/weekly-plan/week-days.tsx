import type { WeeklySlot } from '@pagecast/api/contract';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { clockOf, DAY_NAMES, slotName, slotsOn, without } from './week.ts';

/** The times of each day, any of which a press takes away. */
export function WeekDays({ slots, onSlots }: { slots: readonly WeeklySlot[]; onSlots: (slots: WeeklySlot[]) => void }) {
  const list = useRef<HTMLUListElement>(null);

  function remove(slot: WeeklySlot, place: number) {
    onSlots(without(slots, slot));
    // The focus stays among the times, where there are any left.
    requestAnimationFrame(() => {
      const left = list.current?.querySelectorAll<HTMLElement>('button') ?? [];
      left[Math.min(place, left.length - 1)]?.focus();
    });
  }

  return (
    <ul ref={list} aria-label="Times of the week" className="divide-y divide-line rounded-card border border-line">
      {DAY_NAMES.map((name, index) => {
        const ofDay = slotsOn(index + 1, slots);
        const first = slots.filter(({ day }) => day <= index).length;
        return (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
            <span className="w-24 shrink-0 text-sm font-medium">{name}</span>
            <span className="flex min-h-8 min-w-0 grow flex-wrap items-center gap-1.5">
              {ofDay.length === 0 && <span className="text-sm text-ink-soft">No slots</span>}
              {ofDay.map((slot, place) => (
                <button
                  key={slot.time}
                  type="button"
                  aria-label={`Remove ${slotName(slot)}`}
                  onClick={() => remove(slot, first + place)}
                  className={
                    'inline-flex min-h-8 items-center gap-1 rounded-control border border-line-strong px-2 text-sm ' +
                    'tabular-nums hover:bg-sunken pointer-coarse:min-h-11 pointer-coarse:min-w-11'
                  }
                >
                  {clockOf(slot.time)}
                  <X aria-hidden className="size-3.5 text-ink-soft" />
                </button>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
