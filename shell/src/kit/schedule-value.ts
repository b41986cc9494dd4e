import { todayIso } from './read-schedule.ts';

/** What a date field and a time field hold: `YYYY-MM-DD` and `HH:MM`, or empty. */
export interface ScheduleValue { date: string; time: string }

/** What the two fields show for an instant; both empty when there is none. */
export function scheduleValueOf(instant: string | null): ScheduleValue {
  if (instant === null) return { date: '', time: '' };
  const at = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  return { date: todayIso(at), time: `${two(at.getHours())}:${two(at.getMinutes())}` };
}
