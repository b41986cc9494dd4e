import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { formatISO } from 'date-fns/formatISO';
import { min } from 'date-fns/min';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfMonth } from 'date-fns/startOfMonth';
import { subMonths } from 'date-fns/subMonths';

/** No zone's day begins at another time than a quarter of an hour; until the next one the answer stays. */
const QUARTER_MS = 15 * 60_000;
const known = new Map<string, { quarter: number; periods: Periods }>();

type Periods = ReturnType<typeof computePeriods>;

/** Instants at which days and months begin where the viewer is. @param timeZone a canonical IANA name */
export function periodsAt(now: Date, timeZone: string): Periods {
  const quarter = Math.floor(now.getTime() / QUARTER_MS);
  const found = known.get(timeZone);
  if (found?.quarter === quarter) return found.periods;
  const periods = computePeriods(now, timeZone);
  known.set(timeZone, { quarter, periods });
  return periods;
}

function computePeriods(now: Date, timeZone: string) {
  const local = new TZDate(now, timeZone);
  const month = startOfMonth(local);
  const day = startOfDay(local);
  const lastMonth = subMonths(month, 1);
  // As many days as this month has had; a shorter month ends before.
  const sameDaysEnd = min([addDays(lastMonth, local.getDate()), month]);
  const instant = (date: Date) => new Date(date.getTime());
  const dayOf = (date: Date) => formatISO(date, { representation: 'date' });
  return {
    monthStart: instant(month),
    lastMonthStart: instant(lastMonth),
    /** The end of the days of last month that this month has had, too. */
    sameDaysEnd: instant(sameDaysEnd),
    sameDays: { from: dayOf(lastMonth), to: dayOf(addDays(sameDaysEnd, -1)) },
    dayStart: instant(day),
    nextDayStart: instant(addDays(day, 1)),
  };
}

/** Change in whole per cent; 100 when there was nothing before and there is something now. */
export function changePercent(before: number, now: number): number {
  if (before === 0) return now > 0 ? 100 : 0;
  return Math.round(((now - before) / before) * 100);
}
