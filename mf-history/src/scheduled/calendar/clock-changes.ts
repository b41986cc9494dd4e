import { formatZone, instantOf } from '@pagecast/shell/kit';
import { addDays, type Day } from './calendar-days.ts';

/** A day on which clocks go forward or back, and how far they are from Greenwich before and after. */
export interface ClockChange {
  readonly day: Day;
  readonly before: string;
  readonly after: string;
}

export function clockChangesIn(days: readonly Day[], timeZone: string): ClockChange[] {
  // Noon is an hour that every day has, once.
  const offsetAt = (day: Day, time: string) => formatZone(instantOf(day, time, timeZone)?.at ?? 0, timeZone);
  return days.flatMap((day) => {
    const [before, after] = [offsetAt(addDays(day, -1), '12:00'), offsetAt(day, '12:00')];
    return before === after ? [] : [{ day, before, after }];
  });
}
