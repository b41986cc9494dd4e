import { tzOffset } from '@date-fns/tz/tzOffset';

const MINUTE_MS = 60_000;
/** No zone changes its clocks twice within two days. */
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The instant that a clock on the wall means. On the day clocks go forward some readings never come; on the day they go
 * back some come twice.
 */
export type LocalInstant =
  /** `skipped`: moved on by what the clocks were, as a clock that nobody set would say. */
  { clock: 'plain' | 'skipped'; at: Date } | { clock: 'twice'; at: Date; second: Date };

/**
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM` or `HH:MM:SS`
 * @param timeZone an IANA name
 * @returns null when the two are no date and time
 */
export function instantOf(date: string, time: string, timeZone: string): LocalInstant | null {
  const wall = Date.parse(`${date}T${time}Z`);
  // A parser may take 31 February for a day in March.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(`${date}T${time.slice(0, 5)}`)) return null;

  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map(
    (near) => new Date(wall - tzOffset(timeZone, new Date(near)) * MINUTE_MS),
  ) as [Date, Date];
  const isReading = (at: Date) => at.getTime() + tzOffset(timeZone, at) * MINUTE_MS === wall;
  if (before.getTime() === after.getTime()) return { clock: 'plain', at: before };
  if (isReading(before) && isReading(after)) return { clock: 'twice', at: before, second: after };
  if (isReading(before)) return { clock: 'plain', at: before };
  if (isReading(after)) return { clock: 'plain', at: after };
  return { clock: 'skipped', at: before };
}

/** What calendar and clock show there: `YYYY-MM-DD` and `HH:MM`. */
export function localOf(instant: Date | string, timeZone: string): { date: string; time: string } {
  const at = new Date(instant);
  const wall = new Date(at.getTime() + offsetAt(timeZone, at) * MINUTE_MS).toISOString();
  return { date: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** Of each zone, how far clocks are from Greenwich on the days they were asked for: null where that changes. */
const ofDays = new Map<string, Map<number, number | null>>();
const DAYS_KEPT = 1000;

/**
 * Minutes that clocks there are ahead of Greenwich. A calendar asks for thousands of posts, and asking the browser
 * costs more than all the rest: it is asked once for a day.
 */
function offsetAt(timeZone: string, at: Date): number {
  const day = Math.floor(at.getTime() / DAY_MS);
  let known = ofDays.get(timeZone);
  if (known === undefined || known.size > DAYS_KEPT) ofDays.set(timeZone, (known = new Map()));
  let offset = known.get(day);
  if (offset === undefined) {
    const [first, last] = [day, day + 1].map((start) => tzOffset(timeZone, new Date(start * DAY_MS)));
    offset = first === last ? first! : null;
    known.set(day, offset);
  }
  return offset ?? tzOffset(timeZone, at);
}

/** Today as a date field writes it: its smallest allowed value. */
export function todayIso(now: Date, timeZone: string): string {
  return localOf(now, timeZone).date;
}
