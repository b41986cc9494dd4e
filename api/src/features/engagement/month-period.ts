import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import { startOfDay } from 'date-fns/startOfDay';

export interface MonthPeriod {
  readonly from: Date;
  /** Excluded. */
  readonly before: Date;
  /** Every day, as `YYYY-MM-DD`. */
  readonly days: readonly string[];
}

/**
 * A month where a page is. A day may begin later than at midnight, where the clock is put forward just then.
 * @param month `YYYY-MM`
 * @param offset months later; less than 0: earlier
 */
export function monthPeriod(month: string, timeZone: string, offset = 0): MonthPeriod {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = addMonths(new TZDate(year, number - 1, 1, timeZone), offset);
  const end = addMonths(first, 1);
  const days: string[] = [];
  for (let day = first; day.getTime() < end.getTime(); day = addDays(day, 1)) days.push(format(day, 'yyyy-MM-dd'));
  return { from: instantOf(startOfDay(first)), before: instantOf(startOfDay(end)), days };
}

const instantOf = (local: Date) => new Date(local.getTime());
