import type { CalendarPost } from '@pagecast/api/contract';
import { useEffect, useRef, useState } from 'react';
import type { Movable } from '../use-moves.ts';
import type { Day } from './calendar-days.ts';

export interface DayHandlers {
  onMenu: (post: CalendarPost, anchor: HTMLElement) => void;
  onDrop: (post: Movable, day: Day) => void;
  onWeek: (day: Day) => void;
}

/**
 * The same functions for the life of a calendar, each doing what its latest version does: cells that stay as they are
 * need not be drawn anew.
 */
export function useSteadyHandlers(given: DayHandlers): DayHandlers {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const [steady] = useState((): DayHandlers => ({
    onMenu: (post, anchor) => latest.current.onMenu(post, anchor),
    onDrop: (post, day) => latest.current.onDrop(post, day),
    onWeek: (day) => latest.current.onWeek(day),
  }));
  return steady;
}
