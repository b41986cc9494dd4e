import { Skeleton, WaitsForConnection } from '@pagecast/shell/kit';
import { useId, type RefObject } from 'react';
import type { PlanAddress } from '../use-plan-address.ts';
import { Agenda } from './agenda.tsx';
import { periodName } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { preloadTileMenu } from './chosen-tile-menu.tsx';
import type { DayFacts } from './day-facts.ts';
import type { Plan } from './use-plan.ts';
import type { useRovingFocus } from './use-roving-focus.ts';
import type { DayHandlers } from './use-steady-handlers.ts';

/** The days of a period: in a grid that the arrow keys walk through, or without keys as an agenda. */
export function PlanDays({
  body,
  keys,
  address: { period, day },
  plan: { cutAt, isLoading, isPaused },
  inSight,
  moving,
  handlers,
}: {
  body: RefObject<HTMLDivElement | null>;
  /** null where there is no room for a grid. */
  keys: ReturnType<typeof useRovingFocus>['handlers'] | null;
  address: PlanAddress;
  plan: Plan;
  inSight: readonly DayFacts[];
  moving: ReadonlyMap<number, string>;
  handlers: DayHandlers;
}) {
  const helpId = useId();
  return (
    <>
      {cutAt !== null && (
        <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          Only the first {cutAt.toLocaleString('en')} posts of this period are shown. Choose a page or a week to see the
          rest.
        </p>
      )}
      {isLoading && isPaused && <WaitsForConnection />}
      <div ref={body} aria-busy={isLoading} onPointerEnter={preloadTileMenu} onFocusCapture={preloadTileMenu} {...keys}>
        {keys === null && isLoading && <Skeleton rows={4} />}
        {keys === null && !isLoading && <Agenda days={inSight} moving={moving} handlers={handlers} />}
        {keys !== null && (
          <CalendarGrid
            label={periodName(period, day)}
            helpId={helpId}
            period={period}
            days={inSight}
            moving={moving}
            handlers={handlers}
          />
        )}
      </div>
      {keys !== null && (
        <p id={helpId} className="text-xs text-ink-soft">
          Drag a post to another day, or click it for more options. It takes that day's first free slot. If there are no
          slots, its time stays the same. Keyboard: arrow keys select, Shift + arrow moves a post, Page Up/Down changes
          the month.
        </p>
      )}
    </>
  );
}
