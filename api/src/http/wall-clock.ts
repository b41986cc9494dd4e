import { tzOffset } from '@date-fns/tz/tzOffset';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** When a clock on the wall shows a time: `skipped` is one that never comes, `twice` the first of two. */
export interface ClockReading {
  readonly at: Date;
  readonly clock: 'plain' | 'skipped' | 'twice';
}
/** @param day days since 1970-01-01, by the calendar there */
export type ReadClock = (day: number, minute: number) => ClockReading;
/** Says when a clock on the wall shows `minute` of a day. */
export type WallClock = (day: number, minute: number) => Date;

/**
 * The clocks of a zone. On the night they go forward, a time that never comes is moved on by as much as they are: half
 * past two is half past three. On the night they go back, a time that comes twice is the first of the two.
 * What it finds out of a day is kept: asking the zone costs more than all the rest.
 * @param timeZone an IANA name
 */
export function clockOf(timeZone: string): ReadClock {
  const offsets = new Map<number, readonly [before: number, after: number]>();
  return (day, minute) => {
    const known = offsets.get(day);
    // No zone changes its clocks twice within three days.
    const [before, after] =
      known ??
      ([day * DAY_MS - DAY_MS, (day + 2) * DAY_MS].map((at) => tzOffset(timeZone, new Date(at))) as [number, number]);
    if (known === undefined) offsets.set(day, [before, after]);
    const wall = day * DAY_MS + minute * MINUTE_MS;
    const earlier = new Date(wall - before * MINUTE_MS);
    if (before === after) return { at: earlier, clock: 'plain' };
    const later = new Date(wall - after * MINUTE_MS);
    const isReading = (at: Date) => at.getTime() + tzOffset(timeZone, at) * MINUTE_MS === wall;
    if (isReading(earlier)) return { at: earlier, clock: isReading(later) ? 'twice' : 'plain' };
    return isReading(later) ? { at: later, clock: 'plain' } : { at: earlier, clock: 'skipped' };
  };
}

/** The same for those who take each time as it comes. */
export function wallClock(timeZone: string): WallClock {
  const read = clockOf(timeZone);
  return (day, minute) => read(day, minute).at;
}

/** The day that the calendar shows there: days since 1970-01-01. */
export function dayAt(instant: Date, timeZone: string): number {
  return Math.floor((instant.getTime() + tzOffset(timeZone, instant) * MINUTE_MS) / DAY_MS);
}
