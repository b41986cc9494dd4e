import { wallClock, dayAt, type WallClock } from '../../http/wall-clock.ts';

export const WEEK_MINUTES = 7 * 24 * 60;
const DAY_MINUTES = 24 * 60;
/** 1970-01-01 was a Thursday: days since then, counted from the Monday before. */
const THURSDAY = 3;

/** A time of a week: 1 is Monday, `HH:MM`. */
export interface TimeOfWeek {
  readonly day: number;
  readonly time: string;
}

/** Minutes since Monday 0:00. */
export function minuteOf({ day, time }: TimeOfWeek): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return (day - 1) * DAY_MINUTES + hours * 60 + minutes;
}

/** The other way round. */
export function timeOfWeek(minute: number): TimeOfWeek {
  const ofDay = minute % DAY_MINUTES;
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return { day: Math.floor(minute / DAY_MINUTES) + 1, time: `${two(ofDay / 60)}:${two(ofDay % 60)}` };
}

/**
 * The first slot that is less than `spacingMinutes` after the one before it, round the week, by their places in the
 * list; null when none is.
 * @param minutes in order, each once
 */
export function tooClose(minutes: readonly number[], spacingMinutes: number): { before: number; after: number } | null {
  if (minutes.length < 2) return null;
  for (const [before, minute] of minutes.entries()) {
    const after = (before + 1) % minutes.length;
    const apart = (minutes[after]! - minute + WEEK_MINUTES) % WEEK_MINUTES;
    if (apart < spacingMinutes) return { before, after };
  }
  return null;
}

/**
 * When the slots of a weekly plan come, from `from` on and before `before`, in order, each moment once. Each slot keeps
 * its time by the clocks of the zone, whatever these do; what becomes of one on the nights they change says
 * `wallClock`.
 * @param minutes since Monday 0:00
 * @param clocks of zones, kept from one plan to the next
 */
export function slotsBetween(
  { minutes, zone }: { minutes: readonly number[]; zone: string },
  { from, before }: { from: Date; before: Date },
  clocks: (zone: string) => WallClock = wallClock,
): Date[] {
  if (minutes.length === 0) return [];
  const at = clocks(zone);
  const ofDay = Array.from({ length: 7 }, (_, day) =>
    minutes.filter((minute) => Math.floor(minute / DAY_MINUTES) === day).map((minute) => minute % DAY_MINUTES),
  );
  const found = new Set<number>();
  const last = dayAt(before, zone);
  for (let day = dayAt(from, zone); day <= last; day += 1)
    for (const minute of ofDay[(day + THURSDAY) % 7]!) {
      const slot = at(day, minute);
      if (slot >= from && slot < before) found.add(slot.getTime());
    }
  return [...found].sort((one, other) => one - other).map((ms) => new Date(ms));
}
