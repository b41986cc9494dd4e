import { expect, test } from 'vitest';
import { readSchedule, todayIso } from './read-schedule.ts';

const now = new Date(2026, 10, 21, 9, 30);
const missing = { problem: { title: 'Missing Schedule', description: 'Please select both date and time for scheduling.' } };
const past = { problem: { title: 'Invalid Schedule Time', description: 'Please select a future date and time.' } };

test.each([
  ['', '10:00', missing],
  ['2026-11-22', '', missing],
  ['2026-11-21', '09:29', past],
  ['2026-11-21', '09:30', past],
  ['2026-02-31x', '10:00', past],
  ['2026-11-21', '09:31', { at: new Date(2026, 10, 21, 9, 31) }],
  ['2026-11-21', '09:30:05', { at: new Date(2026, 10, 21, 9, 30, 5) }],
])('date %j and time %j are read as %j', (date, time, reading) => expect(readSchedule(date, time, now)).toEqual(reading));

test('a reschedule asks for date and time in its own words', () => {
  expect(readSchedule('', '', now, 'Please select both date and time.')).toEqual({ problem: { title: 'Missing Schedule', description: 'Please select both date and time.' } });
});

test('today is the day of this browser\'s zone, also just before midnight', () => {
  expect(todayIso(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
