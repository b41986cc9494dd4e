import { describe, expect, test } from 'vitest';
import type { DateOrder } from '../../contract/sheets.ts';
import { clockOf } from '../../http/wall-clock.ts';
import { readWhen } from './read-when.ts';

const when = (date: string, time: string, zone = 'Asia/Kuala_Lumpur', order: DateOrder | null = null) => {
  const read = readWhen({ date, time, clock: clockOf(zone), order });
  if (read.kind === 'at') return read.at.toISOString();
  return read.kind === 'untimed' ? [read.from?.toISOString(), read.before?.toISOString()] : read.message;
};

describe('when a row goes out', () => {
  test('is its date and time by the clocks of the zone', () =>
    expect(when('2027-03-04', '9:30')).toBe('2027-03-04T01:30:00.000Z'));

  test('may stand in one cell', () => expect(when('2027-03-04 9:30 PM', '')).toBe('2027-03-04T13:30:00.000Z'));

  test('is the instant that a cell names with its offset, whatever the zone', () =>
    expect(when('2027-03-04T09:30:00+01:00', '')).toBe('2027-03-04T08:30:00.000Z'));

  test('is a time of a spreadsheet, with or without the day that it counts from', () => {
    expect(when('46356', '0.375')).toBe('2026-11-30T01:00:00.000Z');
    expect(when('2026-11-30', '1899-12-30 09:00:00')).toBe('2026-11-30T01:00:00.000Z');
  });

  test('is only a day without a time', () =>
    expect(when('2027-03-04', '')).toEqual(['2027-03-03T16:00:00.000Z', '2027-03-04T16:00:00.000Z']));

  test('is left open without either', () => expect(when('', ' ')).toEqual([undefined, undefined]));

  test.each([
    ['', '9:30', 'This row has a time but no date. Add the date.'],
    ['someday', '', "We can't read the date “someday”. Write it like 2027-03-31, with its year."],
    ['2027-03-04', 'late', "We can't read the time “late”. Write it like 09:30."],
    ['03/04/2027', '', '“03/04/2027” can be two dates. Choose whether the day or the month comes first.'],
  ])('cannot be read from %j and %j', (date, time, message) => expect(when(date, time)).toBe(message));
});

describe('the order of day and month', () => {
  test('is that which was chosen', () => {
    expect(when('03/04/2027', '9:00', 'UTC', 'day-first')).toBe('2027-04-03T09:00:00.000Z');
    expect(when('03/04/2027', '9:00', 'UTC', 'month-first')).toBe('2027-03-04T09:00:00.000Z');
  });

  test('is not turned round for a date that does not fit', () =>
    expect(when('25/12/2026', '9:00', 'UTC', 'month-first')).toBe("“25/12/2026” isn't a date with the month first."));
});

describe('where clocks change', () => {
  test.each([
    ['Europe/Berlin', '2027-03-28', '2:30'],
    ['America/New_York', '2027-03-14', '2:30'],
    ['Australia/Lord_Howe', '2027-10-03', '2:15'],
  ])('%s skips %s %s, and it is said', (zone, date, time) =>
    expect(when(date, time, zone)).toBe(`There is no ${time} on that day: the clocks go forward. Choose another time.`),
  );

  test.each([
    ['Europe/Berlin', '2027-10-31', '2:30', '2027-10-31T00:30:00.000Z'],
    ['America/New_York', '2026-11-01', '1:30', '2026-11-01T05:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '1:45', '2027-04-03T14:45:00.000Z'],
  ])('%s has %s %s twice, and the first is taken', (zone, date, time, at) => {
    expect(when(date, time, zone)).toBe(at);
    expect(readWhen({ date, time, clock: clockOf(zone), order: null })).toMatchObject({
      note: expect.stringContaining('twice') as string,
    });
  });
});
