import { instantOf, localOf } from './local-time.ts';

/** What a date field and a time field hold: `YYYY-MM-DD` and `HH:MM`, or empty. */
export interface ScheduleValue {
  date: string;
  time: string;
  /** Which one is meant when the time comes twice because clocks go back; the first unless said. */
  occurrence?: 'second' | undefined;
}

/** What the fields show for an instant in this zone; both empty when there is none. */
export function scheduleValueOf(instant: string | null, timeZone: string): ScheduleValue {
  if (instant === null) return { date: '', time: '' };
  const local = localOf(instant, timeZone);
  const meant = instantOf(local.date, local.time, timeZone);
  // The fields leave seconds out.
  const isSecond = meant?.clock === 'twice' && new Date(instant) >= meant.second;
  return isSecond ? { ...local, occurrence: 'second' } : local;
}
