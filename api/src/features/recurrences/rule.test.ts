import { describe, expect, test } from 'vitest';
import { chanceFrom } from '../../../sandbox/chance.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { addDaysTo, dateIn, instantsOf } from './local-time.ts';
import { nextOccurrences } from './next-times.ts';
import { datesOf, readRule, WEEKDAYS } from './rule.ts';
import { ruleWords } from './rule-words.ts';

const MONDAY = '2026-11-23';
const next = (rule: string, count = 3, startsOn = MONDAY) =>
  nextOccurrences(
    { rule: readRule(rule), startsOn, timeOfDay: '09:00', timeZone: 'UTC' },
    new Date(`${startsOn}T00:00:00Z`),
    count,
  ).map(({ date }) => date);

test.each([
  ['FREQ=WEEKLY;BYDAY=MO', ['2026-11-23', '2026-11-30', '2026-12-07']],
  ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', ['2026-11-23', '2026-11-27', '2026-12-07']],
  ['FREQ=MONTHLY;BYDAY=-1FR', ['2026-11-27', '2026-12-25', '2027-01-29']],
  ['FREQ=MONTHLY;BYMONTHDAY=31', ['2026-12-31', '2027-01-31', '2027-03-31']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', ['2026-11-30', '2026-12-31', '2027-01-31']],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', ['2026-11-30', '2026-12-31', '2027-01-29']],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', ['2028-02-29']],
  ['FREQ=WEEKLY;COUNT=2', ['2026-11-23', '2026-11-30']],
  ['FREQ=DAILY;UNTIL=20261124', ['2026-11-23', '2026-11-24']],
  ['FREQ=DAILY;UNTIL=20261124T235959Z', ['2026-11-23', '2026-11-24']],
  ['FREQ=YEARLY;BYDAY=MO;BYSETPOS=1,-1', ['2026-12-28', '2027-01-04', '2027-12-27']],
  ['FREQ=MONTHLY;BYMONTHDAY=29;BYMONTH=2', ['2028-02-29']],
  ['FREQ=MONTHLY;BYDAY=5MO', ['2026-11-30', '2027-03-29', '2027-05-31']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU', ['2026-11-23', '2026-12-06', '2026-12-07']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO', ['2026-11-23', '2026-11-29', '2026-12-07']],
  ['FREQ=DAILY;UNTIL=20261122', []],
])('%s comes on %j', (rule, dates) => expect(next(rule)).toEqual(dates));

test('a count is counted from the first day, wherever it is looked from', () => {
  expect(datesOf(readRule('FREQ=WEEKLY;COUNT=3'), MONDAY, '2026-12-01', '2027-12-01')).toEqual(['2026-12-07']);
});

test.each([
  'FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31;COUNT=5',
  'FREQ=DAILY;BYDAY=MO;BYSETPOS=2',
])('a day that never comes is looked for no longer than a moment: %s', (rule) => expect(next(rule)).toEqual([]));

test.each([
  'FREQ=SECONDLY',
  'FREQ=MINUTELY',
  'FREQ=DAILY;BYSETPOS=0',
  'FREQ=DAILY;COUNT=-1',
  'FREQ=DAILY;COUNT=1e3',
  'FREQ=DAILY;BYYEARDAY=1',
  'FREQ=HOURLY;INTERVAL=24',
  'FREQ=FORTNIGHTLY',
  'FREQ=DAILY;FREQ=WEEKLY',
  'FREQ=DAILY;BYHOUR=9',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;INTERVAL=99999999999999999999',
  'FREQ=DAILY;COUNT=1001',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;COUNT=3;UNTIL=20270101',
  'FREQ=DAILY;UNTIL=20270230',
  'FREQ=DAILY;UNTIL=tomorrow',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=WEEKLY;BYMONTHDAY=3',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=MONTHLY;BYDAY=0FR',
  'FREQ=MONTHLY;BYDAY=6FR',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'FREQ=MONTHLY;BYMONTH=13',
  'FREQ=DAILY;BYSETPOS=300',
  'FREQ=YEARLY;BYWEEKNO=20',
  'FREQ=WEEKLY;BYDAY=MO;EXDATE=20270101',
  'BYDAY=MO',
  '',
  ';;;',
])('%s is refused in words', (rule) => expect(() => readRule(rule)).toThrow(InvalidInputError));

test.each([
  ['FREQ=WEEKLY;BYDAY=MO', 'Every Monday at 09:00'],
  ['FREQ=WEEKLY', 'Every Monday at 09:00'],
  ['FREQ=WEEKLY;BYDAY=FR,MO', 'Every Monday and Friday at 09:00'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;COUNT=10',
    'Every 2 weeks on Monday, Wednesday and Friday at 09:00, 10 times',
  ],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday at 09:00'],
  ['FREQ=DAILY', 'Every day at 09:00'],
  ['FREQ=DAILY;INTERVAL=3;UNTIL=20270331', 'Every 3 days at 09:00, until 31 March 2027'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'The last Friday of the month at 09:00'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU', 'The second Tuesday of every 2 months at 09:00'],
  ['FREQ=MONTHLY;BYMONTHDAY=15', 'Day 15 of the month at 09:00'],
  ['FREQ=MONTHLY', 'Day 23 of the month at 09:00'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'The last day of the month at 09:00'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'The last weekday of the month at 09:00'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'Every Friday, if it is day 13 of the month at 09:00'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 'Day 29 of February, every year at 09:00'],
  ['FREQ=YEARLY', 'Day 23 of November, every year at 09:00'],
  ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'The fourth Thursday of November, every year at 09:00'],
  ['FREQ=WEEKLY;BYDAY=MO;BYMONTH=6,7', 'Every Monday in June and July at 09:00'],
])('%s is said as: %s', (rule, words) => expect(ruleWords(readRule(rule), '09:00', MONDAY)).toBe(words));

describe('a time of day', () => {
  test.each([
    ['America/New_York', '2027-03-14', '02:30', '2027-03-14T07:30:00.000Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45:00.000Z'],
    ['Asia/Kuala_Lumpur', '2026-11-30', '09:00', '2026-11-30T01:00:00.000Z'],
    ['Pacific/Apia', '2026-11-30', '00:00', '2026-11-29T11:00:00.000Z'],
  ])('in %s on %s at %s is %s', (zone, date, time, at) => expect(instantsOf(time, zone)(date).toISOString()).toBe(at));

  test.each(['America/New_York', 'Australia/Lord_Howe', 'Asia/Kuala_Lumpur', 'Europe/Berlin'])(
    'stays what it is through summer time in %s, once a day',
    (timeZone) => {
      const days = nextOccurrences(
        { rule: readRule('FREQ=DAILY'), startsOn: MONDAY, timeOfDay: '09:00', timeZone },
        new Date('2026-11-23T00:00:00Z'),
        400,
      );
      const hours = days.map(({ at }) => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(at));
      expect([new Set(hours), new Set(days.map(({ date }) => date)).size]).toEqual([new Set(['09:00']), 400]);
      expect(days.every(({ date, at }) => dateIn(timeZone, at) === date)).toBe(true);
    },
  );
});

test('weekly rules come on the days that counting by hand gives', () => {
  const chance = chanceFrom('weeks');
  for (let round = 0; round < 40; round += 1) {
    const interval = 1 + Math.floor(chance() * 4);
    const days = WEEKDAYS.filter(() => chance() < 0.4);
    const startsOn = addDaysTo(MONDAY, Math.floor(chance() * 60));
    const rule = readRule(`FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${(days.length === 0 ? ['SU'] : days).join()}`);
    const dayOf = (date: string) => (new Date(date).getUTCDay() + 6) % 7;
    const firstMonday = addDaysTo(startsOn, -dayOf(startsOn));
    const byHand = Array.from({ length: 200 }, (_, ahead) => addDaysTo(startsOn, ahead)).filter((date) => {
      const week = Math.floor((Date.parse(date) - Date.parse(firstMonday)) / (7 * 86_400_000));
      return week % interval === 0 && rule.byDay.some(({ day }) => day === WEEKDAYS[dayOf(date)]);
    });
    expect(datesOf(rule, startsOn, startsOn, addDaysTo(startsOn, 199))).toEqual(byHand);
  }
});
