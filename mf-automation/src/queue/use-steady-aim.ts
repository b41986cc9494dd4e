import { useLayoutEffect, useRef } from 'react';

/** About as long as a hand takes that is already on its way to press. */
const AIM_MS = 300;

/**
 * Tells whether a press was aimed at the row that it hits: when rows above come or go by themselves, another one slides
 * under the pointer, and a press that had set out before would decide on a text that nobody read.
 * @param place where the row stands in its list
 * @returns asked at the moment of the press
 */
export function useSteadyAim(place: number): () => boolean {
  const last = useRef({ place, movedAt: -Infinity });
  useLayoutEffect(() => {
    if (last.current.place !== place) last.current = { place, movedAt: performance.now() };
  }, [place]);
  return () => performance.now() - last.current.movedAt > AIM_MS;
}
