import { useRef } from 'react';
import type { Day } from './calendar-days.ts';
import type { Place } from './calendar-items.ts';

/** Goes to the next place of a kind after the one visited last, and from the end to the first again. */
export type Visit = (kind: 'collision' | 'gap', places: readonly Place[]) => void;

/**
 * @param focus puts the focus on an item; false when it is not drawn
 * @param onUndrawn brings the day of such an item into sight
 */
export function useVisits(focus: (key: string) => boolean, onUndrawn: (day: Day) => void): Visit {
  const visited = useRef({ collision: -1, gap: -1 });
  return (kind, places) => {
    visited.current[kind] = (visited.current[kind] + 1) % places.length;
    const place = places[visited.current[kind]];
    if (place !== undefined && !focus(place.key)) onUndrawn(place.day);
  };
}
