import { cn } from '@pagecast/shell/kit';
import { memo } from 'react';
import { weekdayName, weeksOf, type Period } from './calendar-days.ts';
import { DayCell } from './day-cell.tsx';
import type { DayFacts } from './day-facts.ts';
import type { DayHandlers } from './use-steady-handlers.ts';

/** A month or a week as a grid of days. Hundreds of tiles: not drawn anew for a menu that opens over them. */
export const CalendarGrid = memo(function CalendarGrid({
  label,
  helpId,
  period,
  days,
  moving,
  handlers,
}: {
  label: string;
  helpId: string;
  period: Period;
  days: readonly DayFacts[];
  moving: ReadonlyMap<number, string>;
  handlers: DayHandlers;
}) {
  const weeks = weeksOf(days);
  return (
    <div
      role="grid"
      aria-label={label}
      aria-describedby={helpId}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      <div
        role="row"
        className={cn('grid grid-cols-7', period === 'month' ? 'bg-sunken text-xs text-ink-soft' : 'sr-only')}
      >
        {(weeks[0] ?? []).map(({ day }) => (
          <span key={day} role="columnheader" className="px-2 py-2 font-medium">
            {weekdayName(day)}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]?.day} role="row" className="grid grid-cols-7 divide-x divide-line">
          {week.map((facts) => (
            <DayCell key={facts.day} facts={facts} period={period} moving={moving} handlers={handlers} />
          ))}
        </div>
      ))}
    </div>
  );
});
