import { addYears } from 'date-fns/addYears';
import { InvalidInputError } from '../../http/errors.ts';
import { canonicalTimeZone } from '../../http/time-zone.ts';
import { dateIn } from './local-time.ts';
import { nextOccurrences } from './next-times.ts';
import { patternOf, type RecurrenceFields } from './recurrence.ts';

/** Days further away than this are looked for by nobody. */
const START_WITHIN_YEARS = 2;

/**
 * Fields that can be followed: the zone by its own name, and a day to come.
 * @param before what the fields are a change of, whose first day may lie far back
 * @param mayBeOver nothing is made by it for now
 * @throws InvalidInputError in words
 */
export function checkedFields<Fields extends RecurrenceFields>(
  fields: Fields,
  now: Date,
  { before = null, mayBeOver = false }: { before?: RecurrenceFields | null; mayBeOver?: boolean } = {},
): Fields {
  const timeZone = zoneOf(fields.timeZone);
  const checked = { ...fields, timeZone, rule: fields.rule.toUpperCase().replace(/^RRULE:/, '') };
  const { startsOn } = checked;
  const isNew = startsOn !== before?.startsOn;
  const [first, last] = [-START_WITHIN_YEARS, START_WITHIN_YEARS].map((years) =>
    dateIn(timeZone, addYears(now, years)),
  );
  if (isNew && (startsOn < String(first) || startsOn > String(last)))
    throw refused('startsOn', `The first day must be within ${START_WITHIN_YEARS} years from today.`);
  if (nextOccurrences(patternOf(checked), now, 1).length === 0 && !mayBeOver)
    throw refused('rule', 'No day to come fits this rule. Choose other days, or a later end.');
  return checked;
}

/** @throws InvalidInputError for what is no zone */
export function zoneOf(given: string): string {
  const timeZone = canonicalTimeZone(given);
  if (timeZone === null) throw refused('timeZone', 'Must be a zone such as Asia/Kuala_Lumpur');
  return timeZone;
}

function refused(path: string, message: string): InvalidInputError {
  return InvalidInputError.of([{ path, message }]);
}
