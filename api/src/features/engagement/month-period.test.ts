import { expect, test } from 'vitest';
import { monthPeriod } from './month-period.ts';

test.each([
  ['2026-02', 'Asia/Kuala_Lumpur', '2026-01-31T16:00:00.000Z', '2026-02-28T16:00:00.000Z', 28],
  // The clocks go back in this month, and forward in the other.
  ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z', 30],
  ['2026-10', 'Australia/Lord_Howe', '2026-09-30T13:30:00.000Z', '2026-10-31T13:00:00.000Z', 31],
  ['2028-02', 'UTC', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z', 29],
])('%s in %s goes from %s to %s', (month, timeZone, from, before, days) => {
  const period = monthPeriod(month, timeZone);
  expect([period.from.toISOString(), period.before.toISOString(), period.days.length]).toEqual([from, before, days]);
  expect([period.days[0], new Set(period.days).size]).toEqual([`${month}-01`, days]);
});

test('the month before January is December', () => {
  expect(monthPeriod('2027-01', 'UTC', -1).days[0]).toBe('2026-12-01');
});
