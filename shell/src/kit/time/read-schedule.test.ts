import { expect, test } from 'vitest';
import { readSchedule } from './read-schedule.ts';

const timeZone = 'Asia/Kuala_Lumpur';
const now = new Date('2026-11-21T09:30:00+08:00');
const missing = {
  problem: { title: 'Missing Schedule', description: 'Please select both date and time for scheduling.' },
};
const past = { problem: { title: 'Invalid Schedule Time', description: 'Please select a future date and time.' } };

test.each([
  ['', '10:00', missing],
  ['2026-11-22', '', missing],
  ['2026-11-21', '09:29', past],
  ['2026-11-21', '09:30', past],
  ['2026-02-31x', '10:00', past],
  ['2026-11-21', '09:31', { at: new Date('2026-11-21T01:31:00Z') }],
  ['2026-11-21', '09:30:05', { at: new Date('2026-11-21T01:30:05Z') }],
])('date %j and time %j are read as %j', (date, time, reading) =>
  expect(readSchedule({ date, time }, { timeZone, now })).toEqual(reading),
);

test('a reschedule asks for date and time in its own words', () => {
  const reading = readSchedule(
    { date: '', time: '' },
    { timeZone, now, bothNeeded: 'Please select both date and time.' },
  );
  expect(reading).toEqual({ problem: { title: 'Missing Schedule', description: 'Please select both date and time.' } });
});

test('a time that the clocks skip is refused, with one that exists', () => {
  expect(readSchedule({ date: '2027-03-14', time: '02:30' }, { timeZone: 'America/New_York', now })).toEqual({
    problem: {
      title: 'Invalid Schedule Time',
      description:
        'There is no 2:30 on this day in America/New York, because clocks go forward. ' +
        'Choose another time, such as 3:30 (GMT-4).',
    },
  });
});

test.each([
  [undefined, '2027-11-07T05:30:00.000Z'],
  ['second', '2027-11-07T06:30:00.000Z'],
] as const)('of a time that comes twice %s means %s', (occurrence, instant) => {
  const value = { date: '2027-11-07', time: '01:30', ...(occurrence !== undefined && { occurrence }) };
  expect(readSchedule(value, { timeZone: 'America/New_York', now })).toEqual({ at: new Date(instant) });
});
