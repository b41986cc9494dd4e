export interface ScheduleProblem { title: string; description: string }
export type ScheduleReading = { at: Date } | { problem: ScheduleProblem };

/** Source: spec section 5, Content Generator. A reschedule says 'Please select both date and time.' */
const BOTH_NEEDED = 'Please select both date and time for scheduling.';

/**
 * The instant that a date and a time field name, in the zone of this browser.
 * @param date `YYYY-MM-DD`, or empty
 * @param time `HH:MM` or `HH:MM:SS`, or empty
 */
export function readSchedule(date: string, time: string, now: Date, bothNeeded: string = BOTH_NEEDED): ScheduleReading {
  if (date === '' || time === '') return { problem: { title: 'Missing Schedule', description: bothNeeded } };
  const at = new Date(`${date}T${time}`);
  if (Number.isNaN(at.getTime()) || at <= now) {
    return { problem: { title: 'Invalid Schedule Time', description: 'Please select a future date and time.' } };
  }
  return { at };
}

/** Today as a date field writes it, in the zone of this browser: its smallest allowed value. */
export function todayIso(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
