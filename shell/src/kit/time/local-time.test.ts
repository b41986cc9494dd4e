import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instantOf, localOf, todayIso } from './local-time.ts';
import { scheduleValueOf } from './schedule-value.ts';

const before = process.env['TZ'];
const hourHere = (instant: string) => new Date(instant).getHours();

describe.each([
  ['UTC', 12],
  ['Asia/Kuala_Lumpur', 20],
  ['America/New_York', 7],
])('with this browser in %s', (browserZone, noon) => {
  beforeAll(() => {
    process.env['TZ'] = browserZone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  test('its own clock is another one', () => expect(hourHere('2026-11-24T12:00:00Z')).toBe(noon));

  test.each([
    ['2026-11-24', '09:00', 'Asia/Kuala_Lumpur', '2026-11-24T01:00:00.000Z'],
    ['2026-11-24', '00:05', 'Asia/Kuala_Lumpur', '2026-11-23T16:05:00.000Z'],
    ['2026-11-24', '09:00:30', 'UTC', '2026-11-24T09:00:30.000Z'],
    ['2026-03-07', '02:30', 'America/New_York', '2026-03-07T07:30:00.000Z'],
    ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08', '23:00', 'America/New_York', '2026-03-09T03:00:00.000Z'],
    ['2026-07-01', '12:00', 'Asia/Kathmandu', '2026-07-01T06:15:00.000Z'],
    ['2026-06-15', '09:00', 'Pacific/Kiritimati', '2026-06-14T19:00:00.000Z'],
    ['2024-02-29', '23:59', 'Europe/London', '2024-02-29T23:59:00.000Z'],
  ])('%s %s in %s is %s, and back', (date, time, timeZone, instant) => {
    expect(instantOf(date, time, timeZone)).toEqual({ clock: 'plain', at: new Date(instant) });
    expect(localOf(instant, timeZone)).toEqual({ date, time: time.slice(0, 5) });
  });

  test.each([
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-29', '01:00', 'Europe/London', '2026-03-29T01:00:00.000Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    // The whole day did not come.
    ['2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ])('%s %s never comes in %s; a clock nobody set would mean %s', (date, time, timeZone, instant) => {
    expect(instantOf(date, time, timeZone)).toEqual({ clock: 'skipped', at: new Date(instant) });
  });

  test.each([
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    ['2026-10-25', '01:00', 'Europe/London', '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ])('%s %s comes twice in %s: %s and %s', (date, time, timeZone, first, second) => {
    expect(instantOf(date, time, timeZone)).toEqual({ clock: 'twice', at: new Date(first), second: new Date(second) });
    expect(scheduleValueOf(first, timeZone)).toEqual({ date, time });
    expect(scheduleValueOf(second, timeZone)).toEqual({ date, time, occurrence: 'second' });
  });

  test('today is the day of that zone', () => {
    const now = new Date('2026-11-21T16:30:00Z');
    expect(['America/New_York', 'UTC', 'Asia/Kuala_Lumpur'].map((timeZone) => todayIso(now, timeZone))).toEqual([
      '2026-11-21',
      '2026-11-21',
      '2026-11-22',
    ]);
  });
});

test.each([
  ['', '10:00'],
  ['2026-11-22', ''],
  ['2026-02-31', '10:00'],
  ['2026-11-22', '25:00'],
  ['22.11.2026', '10:00'],
])('date %j with time %j is none', (date, time) => {
  expect(instantOf(date, time, 'UTC')).toBeNull();
});

test('a post without a time shows two empty fields', () => {
  expect(scheduleValueOf(null, 'UTC')).toEqual({ date: '', time: '' });
});
