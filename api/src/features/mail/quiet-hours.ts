import { dayAt, wallClock } from '../../http/wall-clock.ts';
import { tzOffset } from '@date-fns/tz/tzOffset';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Minutes of the day; from evening to morning where `to` is not after `from`. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/**
 * When somebody wants to hear of things again; null while they do.
 * A night in which the clocks change is quiet until the clock shows `to`, however long that is.
 * @param timeZone an IANA name
 */
export function quietUntil(now: Date, { from, to }: QuietHours, timeZone: string): Date | null {
  if (!isQuiet(now, { from, to }, timeZone)) return null;
  const at = wallClock(timeZone);
  const today = dayAt(now, timeZone);
  // On the night on which the clocks go back, `to` may come a second time: so many minutes from now, as the clock is.
  const soon = new Date(now.getTime() + minutesUntil(now, to, timeZone) * MINUTE_MS);
  const ends = [soon, at(today, to), at(today + 1, to)].filter(
    (end) => end > now && !isQuiet(end, { from, to }, timeZone),
  );
  return ends.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? soon;
}

function minutesUntil(now: Date, to: number, timeZone: string): number {
  return (((to - minuteAt(now, timeZone)) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
}

function minuteAt(now: Date, timeZone: string): number {
  const local = Math.floor(now.getTime() / MINUTE_MS + tzOffset(timeZone, now));
  return ((local % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
}

function isQuiet(now: Date, { from, to }: QuietHours, timeZone: string): boolean {
  const minute = minuteAt(now, timeZone);
  if (from === to) return false;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
