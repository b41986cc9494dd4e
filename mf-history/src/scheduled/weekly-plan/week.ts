import type { WeeklySlot } from '@pagecast/api/contract';

export const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Days to which a time is added at once, by the name of the choice: 1 is Monday. */
export const DAY_CHOICES: Readonly<Record<string, readonly number[]>> = {
  'Every day': [1, 2, 3, 4, 5, 6, 7],
  'Monday to Friday': [1, 2, 3, 4, 5],
  'Saturday and Sunday': [6, 7],
  ...Object.fromEntries(DAY_NAMES.map((name, place) => [name, [place + 1]])),
};

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;

function minuteOf({ day, time }: WeeklySlot): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (day - 1) * DAY_MINUTES + hours * 60 + minutes;
}

/** 'Monday 9:00'. */
export const slotName = ({ day, time }: WeeklySlot) => `${DAY_NAMES[day - 1]} ${clockOf(time)}`;
/** '9:00' of '09:00'. */
export const clockOf = (time: string) => time.replace(/^0/, '');

/** The times of one day, in order. */
export function slotsOn(day: number, slots: readonly WeeklySlot[]): WeeklySlot[] {
  return slots.filter((slot) => slot.day === day).toSorted((one, other) => minuteOf(one) - minuteOf(other));
}

/**
 * A week with this time on more days. Days that have it stay as they are.
 * @returns or the first two that would be too close, also from Sunday to Monday
 */
export function withTime(
  slots: readonly WeeklySlot[],
  { days, time }: { days: readonly number[]; time: string },
  spacingMinutes: number,
): { slots: WeeklySlot[] } | { tooClose: [WeeklySlot, WeeklySlot] } {
  const known = new Map(slots.map((slot) => [minuteOf(slot), slot]));
  for (const day of days) {
    const slot = { day, time };
    const close = [...known].find(([minute]) => {
      const apart = Math.abs(minute - minuteOf(slot));
      return apart > 0 && Math.min(apart, WEEK_MINUTES - apart) < spacingMinutes;
    });
    if (close !== undefined) return { tooClose: [slot, close[1]] };
    known.set(minuteOf(slot), slot);
  }
  return { slots: known.values().toArray() };
}

export const without = (slots: readonly WeeklySlot[], gone: WeeklySlot): WeeklySlot[] =>
  slots.filter((slot) => minuteOf(slot) !== minuteOf(gone));
