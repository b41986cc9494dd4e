import { RRuleTemporal } from 'rrule-temporal';
import { RECURRENCE_FREQUENCIES } from '../../contract/recurrences.ts';
import { InvalidInputError } from '../../http/errors.ts';
import type { LocalDate } from './local-time.ts';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A weekday, or with `nth` the nth of the month or year; counted from its end where that is negative. */
export interface RuleDay {
  readonly nth: number | null;
  readonly day: Weekday;
}

/** A rule of RFC 5545, down to days. */
export interface Rule {
  readonly freq: (typeof RECURRENCE_FREQUENCIES)[number];
  readonly interval: number;
  readonly byDay: readonly RuleDay[];
  readonly byMonthDay: readonly number[];
  readonly byMonth: readonly number[];
  readonly bySetPos: readonly number[];
  readonly weekStart: Weekday;
  readonly count: number | null;
  readonly until: LocalDate | null;
}

const MAX_INTERVAL = 400;
const MAX_COUNT = 1000;
/** Far more than the days between a rule's start and any day that is asked for; what a rule costs ends here. */
const MOST_PERIODS = 20_000;
const PARTS = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST', 'COUNT', 'UNTIL']);
const TIMES = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND']);

/** @throws InvalidInputError for what is no rule, and for rules that we do not follow */
export function readRule(text: string): Rule {
  const parts = partsOf(text);
  const freq = parts.get('FREQ') ?? '';
  if (['SECONDLY', 'MINUTELY', 'HOURLY'].includes(freq)) throw refused('A post can repeat once a day at most.');
  if (!isFrequency(freq)) throw refused(NOT_A_RULE);
  const until = parts.has('UNTIL') ? dayOf(parts.get('UNTIL') ?? '') : null;
  if (until !== null && parts.has('COUNT')) throw refused('Choose either a last day or a number of posts.');
  const rule: Rule = {
    freq,
    interval: parts.has('INTERVAL') ? number('INTERVAL', parts.get('INTERVAL'), 1, MAX_INTERVAL) : 1,
    byDay: listOf(parts, 'BYDAY', 20).map((one) => ruleDay(one, freq)),
    byMonthDay: listOf(parts, 'BYMONTHDAY', 31).map((one) => notZero('BYMONTHDAY', one, 31)),
    byMonth: listOf(parts, 'BYMONTH', 12).map((one) => number('BYMONTH', one, 1, 12)),
    bySetPos: listOf(parts, 'BYSETPOS', 12).map((one) => notZero('BYSETPOS', one, 366)),
    weekStart: parts.has('WKST') ? weekday(parts.get('WKST') ?? '') : 'MO',
    count: parts.has('COUNT') ? number('COUNT', parts.get('COUNT'), 1, MAX_COUNT) : null,
    until,
  };
  if (rule.bySetPos.length > 0 && rule.byDay.length + rule.byMonthDay.length + rule.byMonth.length === 0)
    throw refused(NOT_A_RULE);
  // Day by day through years for a date that hardly comes: a monthly or yearly rule says it at once.
  if ((freq === 'WEEKLY' || freq === 'DAILY') && rule.byMonthDay.length > 0)
    throw refused('For days of the month, choose a monthly or yearly rule.');
  return rule;
}

/** The days of a rule from `from` to `to`, both included. The days of `COUNT` are counted from `startsOn`. */
export function datesOf(rule: Rule, startsOn: LocalDate, from: LocalDate, to: LocalDate): LocalDate[] {
  if (to < from) return [];
  const { byDay, byMonthDay, byMonth, bySetPos, count, until } = rule;
  const iterated = new RRuleTemporal({
    freq: rule.freq,
    interval: rule.interval,
    wkst: rule.weekStart,
    tzid: 'UTC',
    dtstart: Temporal.ZonedDateTime.from(`${startsOn}T00:00[UTC]`),
    ...(byDay.length === 0 ? {} : { byDay: byDay.map(({ nth, day }) => `${nth ?? ''}${day}`) }),
    ...(byMonthDay.length === 0 ? {} : { byMonthDay: [...byMonthDay] }),
    ...(byMonth.length === 0 ? {} : { byMonth: [...byMonth] }),
    ...(bySetPos.length === 0 ? {} : { bySetPos: [...bySetPos] }),
    ...(count === null ? {} : { count }),
    ...(until === null ? {} : { until: Temporal.ZonedDateTime.from(`${until}T00:00[UTC]`) }),
    maxIterations: MOST_PERIODS,
    cache: false,
  });
  return iterated
    .between(midnight(from), midnight(to), true)
    .map((at) => at.toString().slice(0, 10))
    .filter((date) => from <= date && date <= to);
}

const midnight = (date: LocalDate) => new Date(`${date}T00:00:00Z`);

function partsOf(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value = '', ...more] = part.split('=');
    if (TIMES.has(name)) throw refused('The time of day is not part of the rule. Give it as timeOfDay.', 'rule');
    if (!PARTS.has(name) || value === '' || more.length > 0) throw refused(NOT_A_RULE);
    if (parts.has(name)) throw refused(`${name} stands twice in this rule.`);
    parts.set(name, value);
  }
  return parts;
}

function listOf(parts: ReadonlyMap<string, string>, name: string, most: number): string[] {
  const values = [...new Set(parts.get(name)?.split(',') ?? [])];
  if (values.length > most) throw refused(`${name} has too many entries.`);
  return values;
}

function ruleDay(given: string, freq: Rule['freq']): RuleDay {
  const [, nth = '', day = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(given) ?? [];
  if (nth === '') return { nth: null, day: weekday(day) };
  if (freq === 'DAILY' || freq === 'WEEKLY')
    throw refused('Only a monthly or yearly rule can have the first or last weekday.');
  return { nth: notZero('BYDAY', nth, freq === 'MONTHLY' ? 5 : 53), day: weekday(day) };
}

function weekday(given: string): Weekday {
  const found = WEEKDAYS.find((one) => one === given);
  if (found === undefined) throw refused(NOT_A_RULE);
  return found;
}

function number(name: string, given: string | undefined, least: number, most: number): number {
  const value = /^[+-]?\d{1,6}$/.test(given ?? '') ? Number(given) : Number.NaN;
  if (!(value >= least && value <= most)) throw refused(`${name} must be a number from ${least} to ${most}.`);
  return value;
}

function notZero(name: string, given: string, most: number): number {
  const value = number(name, given, -most, most);
  if (value === 0) throw refused(`${name} must not be 0.`);
  return value;
}

/** The last day: `20270331`, or the day of `20270331T235959Z`. */
function dayOf(given: string): LocalDate {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:T\d{6}Z?)?$/.exec(given) ?? [];
  const date = `${year}-${month}-${day}`;
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date)
    throw refused('The last day must be a date such as 20270331.');
  return date;
}

const isFrequency = (freq: string): freq is Rule['freq'] => RECURRENCE_FREQUENCIES.some((one) => one === freq);

const NOT_A_RULE = "This isn't a rule that we can follow. Choose days, such as FREQ=WEEKLY;BYDAY=MO.";

function refused(message: string, path = 'rule'): InvalidInputError {
  return InvalidInputError.of([{ path, message }]);
}
