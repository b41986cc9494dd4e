import type { LocalDate } from './local-time.ts';
import { WEEKDAYS, type Rule, type RuleDay, type Weekday } from './rule.ts';

const DAY_NAMES: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const WORKDAYS = 5;

/** A rule for people: `Every Monday at 09:00`, `The last Friday of the month at 18:00, until 31 March 2027`. */
export function ruleWords(rule: Rule, timeOfDay: string, startsOn: LocalDate): string {
  return `${daysWords(rule, startsOn)} at ${timeOfDay}${endWords(rule)}`;
}

function daysWords(rule: Rule, startsOn: LocalDate): string {
  const { freq, interval, byDay, byMonth } = rule;
  const inMonths = byMonth.length === 0 || freq === 'YEARLY' ? '' : ` in ${joined(byMonth.map(monthName))}`;
  if (freq === 'DAILY') return `${every(rule)}${onDays(rule)}${inMonths}`;
  if (freq === 'WEEKLY') {
    const days = byDay.length === 0 ? [weekdayOf(startsOn)] : byDay.map(({ day }) => day);
    return `${interval === 1 ? `Every ${weekdays(days)}` : `${every(rule)} on ${weekdays(days)}`}${inMonths}`;
  }
  const days = daysOfPeriod(rule, startsOn);
  const period =
    freq === 'YEARLY' ? yearWords(rule, startsOn) : `of ${interval === 1 ? 'the month' : everyPeriod(rule)}`;
  return capital(`${days} ${period}${inMonths}`.trim());
}

/** Which days of a month or year. */
function daysOfPeriod(rule: Rule, startsOn: LocalDate): string {
  const { byDay, byMonthDay, bySetPos } = rule;
  const monthDays = byMonthDay.length > 0 || byDay.length > 0 ? byMonthDay : [Number(startsOn.slice(8))];
  const parts = [
    ...(byDay.length === 0 ? [] : [nthDays(byDay, bySetPos)]),
    ...(monthDays.length === 0 ? [] : [nthMonthDays(monthDays, byDay.length === 0 ? bySetPos : [])]),
  ];
  return parts.join(', if it is ');
}

function nthDays(byDay: readonly RuleDay[], bySetPos: readonly number[]): string {
  if (bySetPos.length > 0)
    return `${joined(bySetPos.map(ordinal), 'and')} ${weekdays(
      byDay.map(({ day }) => day),
      'or',
    )}`;
  return joined(
    byDay.map(({ nth, day }) => (nth === null ? `every ${DAY_NAMES[day]}` : `${ordinal(nth)} ${DAY_NAMES[day]}`)),
  );
}

function nthMonthDays(days: readonly number[], bySetPos: readonly number[]): string {
  const words = joined(days.map((day) => (day < 0 ? `${ordinal(day)} day` : `day ${day}`)));
  return bySetPos.length === 0 ? words : `${joined(bySetPos.map(ordinal))} of ${words}`;
}

function onDays({ byDay, byMonthDay }: Rule): string {
  const days = byDay.length === 0 ? '' : ` on ${weekdays(byDay.map(({ day }) => day))}`;
  return byMonthDay.length === 0 ? days : `${days} on ${nthMonthDays(byMonthDay, [])} of the month`;
}

function yearWords(rule: Rule, startsOn: LocalDate): string {
  const hasOwnDays = rule.byDay.length > 0 && rule.byMonth.length === 0 && rule.byMonthDay.length === 0;
  const months = rule.byMonth.length > 0 ? rule.byMonth : [Number(startsOn.slice(5, 7))];
  const year = rule.interval === 1 ? 'every year' : everyPeriod(rule);
  return hasOwnDays ? `of ${rule.interval === 1 ? 'the year' : year}` : `of ${joined(months.map(monthName))}, ${year}`;
}

function endWords({ count, until }: Rule): string {
  if (count !== null) return count === 1 ? ', once' : `, ${count} times`;
  return until === null
    ? ''
    : `, until ${Number(until.slice(8))} ${monthName(Number(until.slice(5, 7)))} ${until.slice(0, 4)}`;
}

function weekdays(days: readonly Weekday[], last = 'and'): string {
  const inOrder = WEEKDAYS.filter((day) => days.includes(day));
  if (inOrder.length === WEEKDAYS.length) return 'day';
  if (inOrder.join() === WEEKDAYS.slice(0, WORKDAYS).join()) return 'weekday';
  return joined(
    inOrder.map((day) => DAY_NAMES[day]),
    last,
  );
}

function ordinal(nth: number): string {
  const words = ORDINALS[Math.abs(nth) - 1] ?? `${Math.abs(nth)}th`;
  if (nth > 0) return `the ${words}`;
  return nth === -1 ? 'the last' : `the ${words} to last`;
}

const every = (rule: Rule) =>
  rule.interval === 1 ? `Every ${UNITS[rule.freq]}` : `Every ${rule.interval} ${UNITS[rule.freq]}s`;
const everyPeriod = (rule: Rule) => `every ${rule.interval} ${UNITS[rule.freq]}s`;
const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
const monthName = (month: number) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month - 1, 1)));
const weekdayOf = (date: LocalDate): Weekday => WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

function joined(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
