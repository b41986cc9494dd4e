import { addDaysTo, dateIn, instantsOf, type LocalDate } from './local-time.ts';
import { datesOf, type Rule } from './rule.ts';

/** When something comes again. */
export interface Pattern {
  readonly rule: Rule;
  readonly startsOn: LocalDate;
  readonly timeOfDay: string;
  readonly timeZone: string;
}

/** A day of a pattern, and its instant. */
export interface Occurrence {
  readonly date: LocalDate;
  readonly at: Date;
}

/** How far ahead is looked in turn: a rule without a day in five years has none. */
const WINDOWS_DAYS = [70, 400, 5 * 366] as const;

/** The days of a pattern whose instants are after `after` and not after `until`, in order. */
export function occurrencesBetween(pattern: Pattern, after: Date, until: Date): Occurrence[] {
  const { rule, startsOn, timeOfDay, timeZone } = pattern;
  const instantOf = instantsOf(timeOfDay, timeZone);
  return datesOf(rule, startsOn, dateIn(timeZone, after), dateIn(timeZone, until))
    .map((date) => ({ date, at: instantOf(date) }))
    .filter(({ at }) => at > after && at <= until);
}

/** Up to `count` next ones. */
export function nextOccurrences(pattern: Pattern, after: Date, count: number): Occurrence[] {
  const { rule, startsOn, timeOfDay, timeZone } = pattern;
  const instantOf = instantsOf(timeOfDay, timeZone);
  const today = dateIn(timeZone, after);
  const from = startsOn > today ? startsOn : today;
  let found: Occurrence[] = [];
  for (const days of WINDOWS_DAYS) {
    found = datesOf(rule, startsOn, from, addDaysTo(from, days))
      .map((date) => ({ date, at: instantOf(date) }))
      .filter(({ at }) => at > after);
    if (found.length >= count) break;
  }
  return found.slice(0, count);
}
