import { describe, expect, test } from 'vitest';
import {
  addDays,
  daysBetween,
  daysShown,
  isDay,
  longDay,
  periodName,
  shortDay,
  stepped,
  weeksOf,
} from './calendar-days.ts';

const ends = (days: readonly string[]) => [days[0], days.at(-1), days.length];

describe('a month', () => {
  test.each([
    ['2026-11-21', '2026-10-26', '2026-12-06', 42],
    ['2026-02-10', '2026-01-26', '2026-03-01', 35],
    // Starts on a Monday and ends on a Sunday: four weeks are enough.
    ['2027-02-28', '2027-02-01', '2027-02-28', 28],
    ['2024-02-29', '2024-01-29', '2024-03-03', 35],
    ['2026-12-31', '2026-11-30', '2027-01-03', 35],
  ])('around %s is shown from Monday %s to Sunday %s', (day, first, last, count) => {
    expect(ends(daysShown('month', day))).toEqual([first, last, count]);
  });

  test.each([
    ['2026-11-21', 1, '2026-12-01'],
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-31', -1, '2026-02-01'],
    ['2026-01-01', -1, '2025-12-01'],
  ] as const)('from %s by %i is the one of %s', (day, step, expected) =>
    expect(stepped('month', day, step)).toBe(expected),
  );
});

describe('a week', () => {
  test.each([
    ['2026-11-23', '2026-11-23', '2026-11-29'],
    ['2026-11-29', '2026-11-23', '2026-11-29'],
    ['2027-01-01', '2026-12-28', '2027-01-03'],
    // Clocks change in Europe and in America in these.
    ['2026-03-29', '2026-03-23', '2026-03-29'],
    ['2026-11-01', '2026-10-26', '2026-11-01'],
  ])('with %s is shown from Monday %s to Sunday %s', (day, first, last) =>
    expect(ends(daysShown('week', day))).toEqual([first, last, 7]),
  );

  test('keeps its weekday when it moves on', () => {
    expect([stepped('week', '2026-12-30', 1), stepped('week', '2027-01-06', -1)]).toEqual(['2027-01-06', '2026-12-30']);
  });
});

test('days are counted over months, leap days and clock changes', () => {
  expect([addDays('2024-02-28', 1), addDays('2026-03-01', -1), addDays('2026-10-25', 7)]).toEqual([
    '2024-02-29',
    '2026-02-28',
    '2026-11-01',
  ]);
  expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31);
});

test('a month is laid out in whole weeks', () => {
  expect(weeksOf(daysShown('month', '2026-11-21')).map((week) => [week[0], week.length])).toEqual([
    ['2026-10-26', 7],
    ['2026-11-02', 7],
    ['2026-11-09', 7],
    ['2026-11-16', 7],
    ['2026-11-23', 7],
    ['2026-11-30', 7],
  ]);
});

test.each([
  ['2026-11-21', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2026-13-01', false],
  ['1999-01-01', false],
  ['tomorrow', false],
  ['', false],
])('the address says %j: a day is %s', (text, expected) => expect(isDay(text)).toBe(expected));

test('days and periods are named', () => {
  expect([
    shortDay('2026-11-24'),
    longDay('2026-11-24'),
    periodName('month', '2026-11-24'),
    periodName('week', '2026-12-30'),
  ]).toEqual(['Tue 24 Nov', 'Tuesday 24 November 2026', 'November 2026', '28 Dec – 3 Jan 2027']);
});
