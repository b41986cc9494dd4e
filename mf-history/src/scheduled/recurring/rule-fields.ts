export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
/** Which one of a month; `-1` is the last. */
export const NTHS = ['1', '2', '3', '4', '-1'] as const;
export type Nth = (typeof NTHS)[number];

/** A rule as people choose it. Rules that the API takes and these fields cannot say stay as they are. */
export interface RuleFields {
  readonly frequency: Frequency;
  /** Every so many days, weeks, months or years, as typed. */
  readonly interval: string;
  /** Of a weekly rule. */
  readonly days: readonly Weekday[];
  /** Of a monthly one: a day by its number, or a weekday by its place. */
  readonly monthly: 'date' | 'weekday';
  /** 1 to 31, or `-1` for the last day. */
  readonly date: string;
  readonly nth: Nth;
  readonly weekday: Weekday;
  readonly ends: 'never' | 'on' | 'after';
  /** The last day. */
  readonly until: string;
  readonly count: string;
}

/** What suggests itself for something that begins on a day, such as 2026-11-30. */
export function fieldsFrom(day: string): RuleFields {
  const at = new Date(`${day}T00:00:00Z`);
  const weekday = WEEKDAYS[(at.getUTCDay() + 6) % 7] ?? 'MO';
  return {
    frequency: 'WEEKLY',
    interval: '1',
    days: [weekday],
    monthly: 'date',
    date: String(at.getUTCDate()),
    nth: '1',
    weekday,
    ends: 'never',
    until: '',
    count: '10',
  };
}

/** The rule of RFC 5545 that the fields stand for. */
export function ruleOf({ frequency, interval, days, monthly, date, nth, weekday, ends, until, count }: RuleFields) {
  const monthDay = monthly === 'date' ? `BYMONTHDAY=${date}` : `BYDAY=${nth}${weekday}`;
  return [
    `FREQ=${frequency}`,
    ...(Number(interval) === 1 ? [] : [`INTERVAL=${interval.trim()}`]),
    ...(frequency === 'WEEKLY' && days.length > 0
      ? [`BYDAY=${WEEKDAYS.filter((day) => days.includes(day)).join()}`]
      : []),
    ...(frequency === 'MONTHLY' ? [monthDay] : []),
    ...(ends === 'on' && until !== '' ? [`UNTIL=${until.replaceAll('-', '')}`] : []),
    ...(ends === 'after' ? [`COUNT=${count.trim()}`] : []),
  ].join(';');
}

/** The fields of a rule; null where they cannot say it. */
export function fieldsOf(rule: string, startsOn: string): RuleFields | null {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '');
  const place = /^(-?\d)([A-Z]{2})$/.exec(parts.get('BYDAY') ?? '');
  const suggested = fieldsFrom(startsOn);
  const fields: RuleFields = {
    ...suggested,
    frequency: (parts.get('FREQ') ?? 'WEEKLY') as Frequency,
    interval: parts.get('INTERVAL') ?? '1',
    days: place === null && parts.has('BYDAY') ? (parts.get('BYDAY')?.split(',') as Weekday[]) : suggested.days,
    monthly: place === null ? 'date' : 'weekday',
    date: parts.get('BYMONTHDAY') ?? suggested.date,
    ...(place === null ? {} : { nth: place[1] as Nth, weekday: place[2] as Weekday }),
    ...(until === null ? {} : { ends: 'on' as const, until: `${until[1]}-${until[2]}-${until[3]}` }),
    ...(parts.has('COUNT') ? { ends: 'after' as const, count: parts.get('COUNT') ?? '' } : {}),
  };
  return isSame(ruleOf(fields), rule) || isSame(ruleOf(fields), withSuggested(rule, suggested)) ? fields : null;
}

/** The day that a rule leaves to its first day. */
function withSuggested(rule: string, { days, date }: RuleFields): string {
  if (rule.includes('BYDAY') || rule.includes('BYMONTHDAY')) return rule;
  if (rule.startsWith('FREQ=WEEKLY')) return `${rule};BYDAY=${days.join()}`;
  return rule.startsWith('FREQ=MONTHLY') ? `${rule};BYMONTHDAY=${date}` : rule;
}

/** Parts of a rule stand in any order, and so do the days of one. */
function isSame(one: string, other: string): boolean {
  const sorted = (rule: string) =>
    rule
      .split(';')
      .map((part) =>
        part.replace(/^UNTIL=(\d{8}).*$/, 'UNTIL=$1').replace(
          /^BYDAY=(.*)$/,
          (_, days: string) =>
            `BYDAY=${days
              .split(',')
              .toSorted((a, b) => a.localeCompare(b))
              .join()}`,
        ),
      )
      .filter((part) => part !== 'INTERVAL=1')
      .toSorted((a, b) => a.localeCompare(b))
      .join(';');
  return sorted(one) === sorted(other);
}
