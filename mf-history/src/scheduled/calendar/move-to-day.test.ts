import { localOf } from '@pagecast/shell/kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { movedToDay } from './move-to-day.ts';

// Of another year, days are said with it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const to = (scheduledAt: string, day: string, timeZone: string) =>
  movedToDay(scheduledAt, day, timeZone).at.toISOString();

describe('a post that is moved to another day', () => {
  test.each([
    // Winter to summer, and back: nine in the morning stays nine in the morning.
    ['Europe/London', '2026-03-27T09:00:00.000Z', '2026-03-30', '2026-03-30T08:00:00.000Z'],
    ['Europe/London', '2026-10-23T08:00:00.000Z', '2026-10-26', '2026-10-26T09:00:00.000Z'],
    ['America/New_York', '2026-03-06T14:00:00.000Z', '2026-03-09', '2026-03-09T13:00:00.000Z'],
    ['America/New_York', '2026-10-31T13:00:00.000Z', '2026-11-02', '2026-11-02T14:00:00.000Z'],
    // Where seasons are the other way round, and where clocks move by half an hour.
    ['Australia/Sydney', '2026-04-03T22:00:00.000Z', '2026-04-06', '2026-04-05T23:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-03T22:00:00.000Z', '2026-04-06', '2026-04-05T22:30:00.000Z'],
    // Without clock changes, over the edge of a month and of a year, and where the day is another one than Greenwich's.
    ['Asia/Kuala_Lumpur', '2026-11-30T01:00:00.000Z', '2026-12-01', '2026-12-01T01:00:00.000Z'],
    ['Asia/Kuala_Lumpur', '2026-12-30T17:30:00.000Z', '2027-01-01', '2026-12-31T17:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-21T11:00:00.000Z', '2026-11-30', '2026-11-29T11:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21T03:15:00.000Z', '2026-11-22', '2026-11-22T03:15:00.000Z'],
    ['UTC', '2024-02-28T23:59:59.000Z', '2024-02-29', '2024-02-29T23:59:59.000Z'],
  ])('keeps its time of day in %s (%s to %s)', (timeZone, scheduledAt, day, expected) => {
    expect(to(scheduledAt, day, timeZone)).toBe(expected);
    expect(localOf(expected, timeZone)).toEqual({ date: day, time: localOf(scheduledAt, timeZone).time });
    expect(movedToDay(scheduledAt, day, timeZone).note).toBeNull();
  });

  test.each([
    [
      'Europe/Berlin',
      '2026-03-28T01:30:00.000Z',
      '2026-03-29',
      '2026-03-29T01:30:00.000Z',
      'There is no 2:30 on Sun 29 Mar, because clocks go forward. It goes out on Sun 29 Mar, 3:30 (GMT+2).',
    ],
    [
      'America/New_York',
      '2026-03-07T07:15:00.000Z',
      '2026-03-08',
      '2026-03-08T07:15:00.000Z',
      'There is no 2:15 on Sun 8 Mar, because clocks go forward. It goes out on Sun 8 Mar, 3:15 (GMT-4).',
    ],
    // Half an hour forward only, and at midnight.
    [
      'Australia/Lord_Howe',
      '2026-10-02T15:45:00.000Z',
      '2026-10-04',
      '2026-10-03T15:45:00.000Z',
      'There is no 2:15 on Sun 4 Oct, because clocks go forward. It goes out on Sun 4 Oct, 2:45 (GMT+11).',
    ],
    [
      'Africa/Cairo',
      '2026-04-22T22:20:00.000Z',
      '2026-04-24',
      '2026-04-23T22:20:00.000Z',
      'There is no 0:20 on Fri 24 Apr, because clocks go forward. It goes out on Fri 24 Apr, 1:20 (GMT+3).',
    ],
  ])('to a time that does not exist in %s moves on, and says so', (timeZone, scheduledAt, day, expected, note) => {
    expect([to(scheduledAt, day, timeZone), movedToDay(scheduledAt, day, timeZone).note]).toEqual([expected, note]);
  });

  test.each([
    [
      'Europe/London',
      '2026-10-24T00:30:00.000Z',
      '2026-10-25',
      '2026-10-25T00:30:00.000Z',
      '1:30 happens twice on Sunday 25 October 2026, because clocks go back. ' +
        'It goes out the first time, Sun 25 Oct, 1:30 (GMT+1).',
    ],
    [
      'America/New_York',
      '2026-10-31T05:30:00.000Z',
      '2026-11-01',
      '2026-11-01T05:30:00.000Z',
      '1:30 happens twice on Sunday 1 November 2026, because clocks go back. ' +
        'It goes out the first time, Sun 1 Nov, 1:30 (GMT-4).',
    ],
  ])('to a time that comes twice in %s takes the first, and says so', (timeZone, scheduledAt, day, expected, note) => {
    expect([to(scheduledAt, day, timeZone), movedToDay(scheduledAt, day, timeZone).note]).toEqual([expected, note]);
  });
});
