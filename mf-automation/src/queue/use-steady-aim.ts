import { useLayoutEffect, useRef } from 'react';

/** About as long as a hand takes that is already on its way to press. */
const AIM_MS = 300;

/**
 * Tells whether a press was aimed at what it hits. When rows above come or go by themselves, or another post comes up
 * in the place of one, it slides under the pointer, and a press that had set out before would decide on a text that
 * nobody read.
 * @param what is there: where the row stands in its list, or which post it is
 * @param ms how long a press may have been on its way
 * @returns asked at the moment of the press
 */
export function useSteadyAim(what: number | string, ms = AIM_MS): () => boolean {
  const last = useRef({ what, changedAt: -Infinity });
  useLayoutEffect(() => {
    if (last.current.what !== what) last.current = { what, changedAt: performance.now() };
  }, [what]);
  return () => performance.now() - last.current.changedAt > ms;
}
