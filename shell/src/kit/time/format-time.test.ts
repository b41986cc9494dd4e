import { expect, test } from 'vitest';
import { formatDateTime, formatHistoryDate, formatRelative } from './format-time.ts';

const now = new Date('2026-06-01T00:00:00Z');

test.each([
  ['2026-11-24T01:00:00Z', 'Asia/Kuala_Lumpur', 'Tue 24 Nov, 9:00 (GMT+8)'],
  ['2026-11-24T16:05:00Z', 'Asia/Kuala_Lumpur', 'Wed 25 Nov, 0:05 (GMT+8)'],
  ['2026-07-01T18:30:00Z', 'UTC', 'Wed 1 Jul, 18:30 (GMT)'],
  ['2030-03-09T18:30:00Z', 'Asia/Kuala_Lumpur', 'Sun 10 Mar 2030, 2:30 (GMT+8)'],
  ['2026-12-31T18:00:00Z', 'Asia/Kuala_Lumpur', 'Fri 1 Jan 2027, 2:00 (GMT+8)'],
])('%s in %s reads %s', (instant, zone, text) => expect(formatDateTime(instant, zone, now)).toBe(text));

test.each([
  ['2024-03-05T15:07:00Z', 'Mar 5, 2024 3:07 PM'],
  ['2024-12-31T00:00:00Z', 'Dec 31, 2024 12:00 AM'],
  [null, 'Unknown'],
  [undefined, 'Unknown'],
  ['yesterday', 'Unknown'],
])('history shows %j as %s', (instant, text) => expect(formatHistoryDate(instant, 'UTC')).toBe(text));

test.each([
  [3 * 3600 + 600, 'in 3 h 10 min'],
  [2 * 86_400 + 4 * 3600 + 60, 'in 2 d 4 h'],
  [86_400 + 60, 'in 1 d'],
  [-90, '1 min ago'],
  [20, 'now'],
])('%i seconds from now is %s', (seconds, text) => {
  const now = new Date('2026-11-21T00:00:00Z');
  expect(formatRelative(new Date(now.getTime() + seconds * 1000), now)).toBe(text);
});
