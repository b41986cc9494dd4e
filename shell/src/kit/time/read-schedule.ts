import { formatClock } from './format-time.ts';
import { instantOf } from './local-time.ts';
import type { ScheduleValue } from './schedule-value.ts';
import { zoneName } from './zone-name.ts';

export interface ScheduleProblem {
  title: string;
  description: string;
}
export type ScheduleReading = { at: Date } | { problem: ScheduleProblem };

/** Source: spec section 5, Content Generator. A reschedule says 'Please select both date and time.' */
const BOTH_NEEDED = 'Please select both date and time for scheduling.';
const INVALID = 'Invalid Schedule Time';

/**
 * The instant that a date and a time field name in this zone. A time that comes twice is the first one, unless the
 * second was chosen.
 */
export function readSchedule(
  { date, time, occurrence }: ScheduleValue,
  { timeZone, now, bothNeeded = BOTH_NEEDED }: { timeZone: string; now: Date; bothNeeded?: string },
): ScheduleReading {
  if (date === '' || time === '') return { problem: { title: 'Missing Schedule', description: bothNeeded } };
  const local = instantOf(date, time, timeZone);
  if (local?.clock === 'skipped')
    return { problem: { title: INVALID, description: describeSkipped(time, local.at, timeZone) } };

  const at = local?.clock === 'twice' && occurrence === 'second' ? local.second : local?.at;
  if (at === undefined || at <= now)
    return { problem: { title: INVALID, description: 'Please select a future date and time.' } };
  return { at };
}

/** @param at the instant that a clock nobody set would mean */
export function describeSkipped(time: string, at: Date, timeZone: string): string {
  return (
    `There is no ${time.slice(0, 5).replace(/^0/, '')} on this day in ${zoneName(timeZone)}, ` +
    `because clocks go forward. Choose another time, such as ${formatClock(at, timeZone)}.`
  );
}
