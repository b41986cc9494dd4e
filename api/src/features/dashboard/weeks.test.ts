import { expect, test } from 'vitest';
import { daysFrom, weeksUpTo } from './weeks.ts';

const HOUR_MS = 3_600_000;

test('weeks begin on Monday where the viewer is, the present one last', () => {
  // Sunday evening in Greenwich is Monday morning in Kuala Lumpur.
  const now = new Date('2026-11-22T20:00:00Z');
  expect(weeksUpTo(now, 'UTC', 2)).toEqual([
    { date: '2026-11-09', from: new Date('2026-11-09T00:00:00Z') },
    { date: '2026-11-16', from: new Date('2026-11-16T00:00:00Z') },
  ]);
  expect(weeksUpTo(now, 'Asia/Kuala_Lumpur', 2)).toEqual([
    { date: '2026-11-16', from: new Date('2026-11-15T16:00:00Z') },
    { date: '2026-11-23', from: new Date('2026-11-22T16:00:00Z') },
  ]);
});

test('a week in which the clock changes is an hour longer or shorter', () => {
  const [before, after] = weeksUpTo(new Date('2026-11-04T12:00:00Z'), 'America/New_York', 2).map(({ from }) =>
    from.getTime(),
  );
  expect((after ?? 0) - (before ?? 0)).toBe((7 * 24 + 1) * HOUR_MS);
});

test('days go on over the end of a month, and over midnights that do not exist', () => {
  // In Beirut the clock goes from 0:00 to 1:00 on 29 March 2026.
  expect(
    daysFrom(new Date('2026-03-28T10:00:00Z'), 'Asia/Beirut', 2).map(({ date, from }) => [date, from.toISOString()]),
  ).toEqual([
    ['2026-03-28', '2026-03-27T22:00:00.000Z'],
    ['2026-03-29', '2026-03-28T22:00:00.000Z'],
    ['2026-03-30', '2026-03-29T21:00:00.000Z'],
  ]);
});
