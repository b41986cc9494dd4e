import { describe, expect, test } from 'vitest';
import { minuteOf, slotsBetween, timeOfWeek, tooClose } from './weekly-plan.ts';

const [MONDAY, SATURDAY, SUNDAY] = [1, 6, 7];
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** When these come, as the wire writes it, without its seconds. */
function comes(zone: string, times: readonly (readonly [day: number, time: string])[], from: string, before: string) {
  const minutes = times.map(([day, time]) => minuteOf({ day, time }));
  const period = { from: new Date(from), before: new Date(before) };
  return slotsBetween({ minutes, zone }, period).map((at) => at.toISOString().slice(0, 16));
}
const daily = (...times: string[]) => EVERY_DAY.flatMap((day) => times.map((time) => [day, time] as const));

describe('a slot keeps its time by the clocks of its zone', () => {
  test('9:00 stays 9:00 in New York when clocks go forward and back', () => {
    const nine = daily('09:00');
    expect(comes('America/New_York', nine, '2027-03-13T00:00:00Z', '2027-03-16T00:00:00Z')).toEqual([
      '2027-03-13T14:00',
      '2027-03-14T13:00',
      '2027-03-15T13:00',
    ]);
    expect(comes('America/New_York', nine, '2027-11-06T00:00:00Z', '2027-11-09T00:00:00Z')).toEqual([
      '2027-11-06T13:00',
      '2027-11-07T14:00',
      '2027-11-08T14:00',
    ]);
  });

  test('9:00 stays 9:00 on Lord Howe, where clocks move by half an hour', () => {
    const nine = daily('09:00');
    expect(comes('Australia/Lord_Howe', nine, '2027-10-01T12:00:00Z', '2027-10-04T12:00:00Z')).toEqual([
      '2027-10-01T22:30',
      '2027-10-02T22:00',
      '2027-10-03T22:00',
    ]);
    expect(comes('Australia/Lord_Howe', nine, '2027-04-02T12:00:00Z', '2027-04-05T12:00:00Z')).toEqual([
      '2027-04-02T22:00',
      '2027-04-03T22:30',
      '2027-04-04T22:30',
    ]);
  });

  test('9:00 in Kuala Lumpur is the same moment of every day of a year', () => {
    const found = comes('Asia/Kuala_Lumpur', daily('09:00'), '2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z');
    expect(found).toHaveLength(365);
    expect(new Set(found.map((at) => at.slice(11)))).toEqual(new Set(['01:00']));
  });
});

describe('a slot in the hour that does not come', () => {
  test('is as much later as clocks go forward, in New York', () => {
    expect(comes('America/New_York', [[SUNDAY, '02:30']], '2027-03-07T00:00:00Z', '2027-03-22T00:00:00Z')).toEqual([
      '2027-03-07T07:30',
      '2027-03-14T07:30',
      '2027-03-21T06:30',
    ]);
  });

  test('is half an hour later on Lord Howe', () => {
    expect(comes('Australia/Lord_Howe', [[SUNDAY, '02:15']], '2027-10-02T00:00:00Z', '2027-10-03T12:00:00Z')).toEqual([
      '2027-10-02T15:45',
    ]);
  });

  test('and the slot at which it lands are one, in their order', () => {
    const times = [
      [SUNDAY, '02:30'],
      [SUNDAY, '03:00'],
      [SUNDAY, '03:30'],
    ] as const;
    expect(comes('America/New_York', times, '2027-03-14T00:00:00Z', '2027-03-15T00:00:00Z')).toEqual([
      '2027-03-14T07:00',
      '2027-03-14T07:30',
    ]);
  });

  test('of a day that begins an hour late is on that day', () => {
    // Clocks in Beirut went from 0:00 to 1:00 on Sunday, 26 March 2028.
    expect(comes('Asia/Beirut', [[SUNDAY, '00:30']], '2028-03-25T00:00:00Z', '2028-03-27T00:00:00Z')).toEqual([
      '2028-03-25T22:30',
    ]);
  });
});

describe('a slot in the hour that comes twice', () => {
  test('is the first one, once, in New York', () => {
    expect(comes('America/New_York', [[SUNDAY, '01:30']], '2027-11-06T00:00:00Z', '2027-11-09T00:00:00Z')).toEqual([
      '2027-11-07T05:30',
    ]);
  });

  test('is the first one, once, on Lord Howe', () => {
    expect(comes('Australia/Lord_Howe', [[SUNDAY, '01:45']], '2027-04-03T00:00:00Z', '2027-04-05T00:00:00Z')).toEqual([
      '2027-04-03T14:45',
    ]);
  });
});

test('days are those of the page, wherever it is', () => {
  // Monday begins in Kiritimati while it is still Sunday in Greenwich, and in Pago Pago when it is long Monday there.
  expect(comes('Pacific/Kiritimati', [[MONDAY, '00:00']], '2027-06-01T00:00:00Z', '2027-06-08T00:00:00Z')).toEqual([
    '2027-06-06T10:00',
  ]);
  expect(comes('Pacific/Pago_Pago', [[MONDAY, '00:00']], '2027-06-01T00:00:00Z', '2027-06-08T00:00:00Z')).toEqual([
    '2027-06-07T11:00',
  ]);
});

test('the beginning counts, the end does not', () => {
  const noon = [[SATURDAY, '12:00']] as const;
  expect(comes('UTC', noon, '2027-06-05T12:00:00Z', '2027-06-12T12:00:00Z')).toEqual(['2027-06-05T12:00']);
  expect(comes('UTC', [], '2027-06-05T12:00:00Z', '2027-06-12T12:00:00Z')).toEqual([]);
  expect(comes('UTC', noon, '2027-06-12T12:00:00Z', '2027-06-05T12:00:00Z')).toEqual([]);
});

test('a time of the week is a minute, and the other way round', () => {
  for (const minute of [0, 59, 60, 1439, 1440, 10_079]) expect(minuteOf(timeOfWeek(minute))).toBe(minute);
  expect(timeOfWeek(10_079)).toEqual({ day: SUNDAY, time: '23:59' });
});

test('slots that are too close are found, also from Sunday to Monday', () => {
  const week = (...times: [number, string][]) => times.map(([day, time]) => minuteOf({ day, time }));
  expect(tooClose(week([MONDAY, '09:00'], [MONDAY, '09:30']), 30)).toBeNull();
  expect(tooClose(week([MONDAY, '09:00'], [MONDAY, '09:29']), 30)).toEqual({ before: 0, after: 1 });
  expect(tooClose(week([MONDAY, '00:10'], [SUNDAY, '23:50']), 30)).toEqual({ before: 1, after: 0 });
  expect(tooClose(week([MONDAY, '00:10']), 30)).toBeNull();
  expect(tooClose([], 30)).toBeNull();
});
