import { dayAt, wallClock } from '../../http/wall-clock.ts';

/** A day without a zone, such as 2026-11-30. */
export type LocalDate = string;

const DAY_MS = 86_400_000;

/** Says when it is a time of day in a zone, on each day. @param timeOfDay such as 09:00 */
export function instantsOf(timeOfDay: string, timeZone: string): (date: LocalDate) => Date {
  const clock = wallClock(timeZone);
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return (date) => clock(daysOf(date), hours * 60 + minutes);
}

/** The day that it is in a zone. */
export function dateIn(timeZone: string, at: Date): LocalDate {
  return dateOf(dayAt(at, timeZone));
}

export function addDaysTo(date: LocalDate, days: number): LocalDate {
  return dateOf(daysOf(date) + days);
}

const daysOf = (date: LocalDate) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (day: number): LocalDate => new Date(day * DAY_MS).toISOString().slice(0, 10);
