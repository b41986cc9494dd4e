import { describe, expect, test } from 'vitest';
import { changePercent, periodsAt } from './months.ts';

describe('months and days begin where the viewer is', () => {
  test.each([
    [
      'UTC',
      '2026-11-01T00:00:00.000Z',
      '2026-10-01T00:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
      '2026-11-22T00:00:00.000Z',
    ],
    [
      'Asia/Kuala_Lumpur',
      '2026-10-31T16:00:00.000Z',
      '2026-09-30T16:00:00.000Z',
      '2026-11-21T16:00:00.000Z',
      '2026-11-22T16:00:00.000Z',
    ],
    [
      'America/New_York',
      '2026-11-01T04:00:00.000Z',
      '2026-10-01T04:00:00.000Z',
      '2026-11-21T05:00:00.000Z',
      '2026-11-22T05:00:00.000Z',
    ],
    [
      'Asia/Kathmandu',
      '2026-10-31T18:15:00.000Z',
      '2026-09-30T18:15:00.000Z',
      '2026-11-21T18:15:00.000Z',
      '2026-11-22T18:15:00.000Z',
    ],
  ])('in %s', (zone, monthStart, lastMonthStart, dayStart, nextDayStart) => {
    const periods = periodsAt(new Date('2026-11-21T20:00:00Z'), zone);
    expect(JSON.parse(JSON.stringify(periods))).toMatchObject({ monthStart, lastMonthStart, dayStart, nextDayStart });
  });

  test('also on the day that a clock change makes an hour longer', () => {
    const { dayStart, nextDayStart } = periodsAt(new Date('2026-11-01T12:00:00Z'), 'America/New_York');
    expect(nextDayStart.getTime() - dayStart.getTime()).toBe(25 * 3_600_000);
  });

  test('and a new day is noticed as soon as it begins', () => {
    const before = periodsAt(new Date('2026-11-21T15:59:59Z'), 'Asia/Kuala_Lumpur');
    const after = periodsAt(new Date('2026-11-21T16:00:00Z'), 'Asia/Kuala_Lumpur');
    expect(after.dayStart).toEqual(before.nextDayStart);
  });
});

test.each([
  ['2026-11-22T12:00:00Z', 'UTC', '2026-10-23T00:00:00.000Z', '2026-10-01', '2026-10-22'],
  ['2026-11-22T16:00:00Z', 'Asia/Kuala_Lumpur', '2026-10-23T16:00:00.000Z', '2026-10-01', '2026-10-23'],
  ['2026-11-01T00:00:00Z', 'UTC', '2026-10-02T00:00:00.000Z', '2026-10-01', '2026-10-01'],
  // A shorter month is compared whole.
  ['2026-03-31T12:00:00Z', 'UTC', '2026-03-01T00:00:00.000Z', '2026-02-01', '2026-02-28'],
  // Clocks went back in between.
  ['2026-11-30T12:00:00Z', 'America/New_York', '2026-10-31T04:00:00.000Z', '2026-10-01', '2026-10-30'],
  ['2027-01-05T12:00:00Z', 'UTC', '2026-12-06T00:00:00.000Z', '2026-12-01', '2026-12-05'],
])('at %s in %s the same days of last month end at %s', (now, zone, sameDaysEnd, from, to) => {
  const periods = periodsAt(new Date(now), zone);
  expect(periods.sameDaysEnd.toISOString()).toBe(sameDaysEnd);
  expect(periods.sameDays).toEqual({ from, to });
});

test.each([
  [0, 0, 0],
  [0, 5, 100],
  [4, 6, 50],
  [4, 1, -75],
  [3, 3, 0],
  [3, 4, 33],
])('from %i to %i posts is a change of %i %', (before, now, percent) => {
  expect(changePercent(before, now)).toBe(percent);
});
