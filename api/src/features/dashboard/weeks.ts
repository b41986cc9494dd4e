import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { addWeeks } from 'date-fns/addWeeks';
import { format } from 'date-fns/format';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfWeek } from 'date-fns/startOfWeek';

/** A stretch of local time: its first day as `YYYY-MM-DD`, and the instant at which that day begins. */
export interface Stretch {
  readonly date: string;
  readonly from: Date;
}

/**
 * The `count` weeks up to the present one, each from Monday, where the viewer is.
 * @param timeZone a canonical IANA name
 */
export function weeksUpTo(now: Date, timeZone: string, count: number): Stretch[] {
  const present = startOfWeek(new TZDate(now, timeZone), { weekStartsOn: 1 });
  return Array.from({ length: count }, (_, index) => stretch(addWeeks(present, index - count + 1)));
}

/** Today and the days after it where the viewer is, with one more as their end. */
export function daysFrom(now: Date, timeZone: string, count: number): Stretch[] {
  const today = startOfDay(new TZDate(now, timeZone));
  return Array.from({ length: count + 1 }, (_, index) => stretch(addDays(today, index)));
}

/** A day may begin later than at midnight, where the clock is put forward just then. */
function stretch(local: Date): Stretch {
  const from = startOfDay(local);
  return { date: format(from, 'yyyy-MM-dd'), from: new Date(from.getTime()) };
}
