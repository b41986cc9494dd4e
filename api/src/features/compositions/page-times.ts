import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { addMinutes } from 'date-fns/addMinutes';
import { startOfDay } from 'date-fns/startOfDay';

/** How far ahead the best time of a page is looked for. */
export const BEST_TIME_DAYS = 14;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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

/**
 * When a page does best from `from` on and is free: within its best hour of the day, where its own posts tell one, else
 * as soon as it is free.
 * @param bestHour 0 to 23 in `timeZone`; null: not enough posts to tell
 * @param taken times of the page's other posts, in order
 */
export function bestTime(
  from: Date,
  {
    bestHour,
    timeZone,
    taken,
    spacingMinutes,
  }: { bestHour: number | null; timeZone: string; taken: readonly Date[]; spacingMinutes: number },
): Date {
  for (let day = 0; bestHour !== null && day < BEST_TIME_DAYS; day += 1) {
    const begins = addDays(startOfDay(new TZDate(from, timeZone)), day);
    begins.setHours(bestHour);
    const free = nextFree(new Date(Math.max(begins.getTime(), from.getTime())), taken, spacingMinutes);
    if (free.getTime() < begins.getTime() + HOUR_MS) return new Date(free.getTime());
  }
  return nextFree(from, taken, spacingMinutes);
}
