import { addMinutes } from 'date-fns/addMinutes';

const MINUTE_MS = 60_000;

/** The first of the times `taken` that is less than `spacingMinutes` before or after `at`; null when none is. */
export function tooCloseTo(at: Date, taken: readonly Date[], spacingMinutes: number): Date | null {
  return taken.find((other) => Math.abs(other.getTime() - at.getTime()) < spacingMinutes * MINUTE_MS) ?? null;
}

/** The first moment from `from` on that is `spacingMinutes` from every time in `taken`, which is in order. */
export function nextFree(from: Date, taken: readonly Date[], spacingMinutes: number): Date {
  let free = from;
  for (const other of taken)
    if (tooCloseTo(free, [other], spacingMinutes) !== null) free = addMinutes(other, spacingMinutes);
  return free;
}

/** Those of `times` that no time in `taken` is too close to. Both are in order. */
export function free(times: readonly Date[], taken: readonly Date[], spacingMinutes: number): Date[] {
  let next = 0;
  return times.filter((at) => {
    while (next < taken.length && taken[next]!.getTime() <= at.getTime() - spacingMinutes * MINUTE_MS) next += 1;
    return tooCloseTo(at, taken.slice(next, next + 1), spacingMinutes) === null;
  });
}
