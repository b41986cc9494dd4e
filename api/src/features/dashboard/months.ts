import { TZDate } from '@date-fns/tz';
import { addDays, startOfDay, startOfMonth, subMonths } from 'date-fns';

/** Instants at which days and months begin where the viewer is. */
export function periodsAt(now: Date, timeZone: string) {
  const local = new TZDate(now, timeZone);
  const month = startOfMonth(local);
  const day = startOfDay(local);
  const instant = (date: Date) => new Date(date.getTime());
  return {
    monthStart: instant(month),
    lastMonthStart: instant(subMonths(month, 1)),
    dayStart: instant(day),
    nextDayStart: instant(addDays(day, 1)),
  };
}

/** Change in whole per cent; 100 when there was nothing before and there is something now. */
export function changePercent(before: number, now: number): number {
  if (before === 0) return now > 0 ? 100 : 0;
  return Math.round(((now - before) / before) * 100);
}
