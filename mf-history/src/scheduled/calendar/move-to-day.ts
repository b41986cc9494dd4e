import { formatDateTime, instantOf, localOf } from '@pagecast/shell/kit';
import { longDay, shortDay, type Day } from './calendar-days.ts';

export interface DayMove {
  readonly at: Date;
  /** What the clocks of that day made of the time; null on all others. */
  readonly note: string | null;
}

/**
 * When a post goes out that is moved to another day and keeps its time of day, by the clocks of the person's zone. A
 * time that a clock change skips moves on by as much; of one that comes twice the first is taken. Both are said.
 */
export function movedToDay(scheduledAt: string, day: Day, timeZone: string): DayMove {
  const { time } = localOf(scheduledAt, timeZone);
  const local = instantOf(day, time, timeZone);
  if (local === null) throw new RangeError(`No day of a calendar: ${day}`);
  // Clocks show minutes; what was planned to the second stays so.
  const at = new Date(local.at.getTime() + (new Date(scheduledAt).getTime() % 60_000));
  const clock = shortClock(time);
  if (local.clock === 'skipped')
    return {
      at,
      note:
        `There is no ${clock} on ${shortDay(day)}, because clocks go forward. ` +
        `It goes out on ${formatDateTime(at, timeZone)}.`,
    };
  if (local.clock === 'twice')
    return {
      at,
      note:
        `${clock} happens twice on ${longDay(day)}, because clocks go back. ` +
        `It goes out the first time, ${formatDateTime(at, timeZone)}.`,
    };
  return { at, note: null };
}

/** '9:05' of '09:05'. */
export function shortClock(time: string): string {
  return time.replace(/^0/, '');
}
