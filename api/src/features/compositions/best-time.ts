import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { setHours } from 'date-fns/setHours';
import { startOfDay } from 'date-fns/startOfDay';
import { SLOT_HOURS, type BestHour } from '../engagement/best-hours.ts';
import { nextFree } from '../slots/spacing.ts';

/** How far ahead the best time of a page is looked for. */
export const BEST_TIME_DAYS = 14;
const HOUR_MS = 60 * 60_000;

/** When a page does best, in its zone. */
export interface BestTimes {
  readonly timeZone: string;
  readonly best: readonly Pick<BestHour, 'weekday' | 'fromHour'>[];
}

/**
 * The first moment from `from` on at which a page is free within its best hours, where its own posts tell any, else the
 * first at which it is free.
 * @param bestTimes null: nobody has found out yet
 * @param taken times of the page's other posts, in order
 */
export function bestTime(
  from: Date,
  { bestTimes, taken, spacingMinutes }: { bestTimes: BestTimes | null; taken: readonly Date[]; spacingMinutes: number },
): Date {
  const { timeZone, best } = bestTimes ?? { timeZone: 'UTC', best: [] };
  // Hours before midnight may have begun yesterday.
  for (let offset = -1; best.length > 0 && offset < BEST_TIME_DAYS; offset += 1) {
    const day = addDays(startOfDay(new TZDate(from, timeZone)), offset);
    const free = best
      .filter(({ weekday }) => weekday === null || weekday === weekdayOf(day))
      .flatMap(({ fromHour }) => freeWithin(setHours(day, fromHour).getTime(), from, { taken, spacingMinutes }))
      .toSorted((one, other) => one.getTime() - other.getTime());
    if (free[0] !== undefined) return free[0];
  }
  return nextFree(from, taken, spacingMinutes);
}

/** None, or one moment, of the hours that begin then. */
function freeWithin(
  begins: number,
  from: Date,
  { taken, spacingMinutes }: { taken: readonly Date[]; spacingMinutes: number },
): Date[] {
  const free = nextFree(new Date(Math.max(begins, from.getTime())), taken, spacingMinutes);
  return free.getTime() < begins + SLOT_HOURS * HOUR_MS ? [free] : [];
}

/** 1 (Monday) to 7. */
const weekdayOf = (day: Date) => (day.getDay() === 0 ? 7 : day.getDay());
