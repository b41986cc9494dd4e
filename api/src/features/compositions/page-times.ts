import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { startOfDay } from 'date-fns/startOfDay';
import { nextFree } from '../slots/spacing.ts';

/** How far ahead the best time of a page is looked for. */
export const BEST_TIME_DAYS = 14;
const HOUR_MS = 60 * 60_000;

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
