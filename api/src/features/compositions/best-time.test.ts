import { expect, test } from 'vitest';
import { bestTime, type BestTimes } from './best-time.ts';

// A Monday, eight in the evening in Kuala Lumpur.
const FROM = new Date('2026-11-23T12:00:00Z');
const inKualaLumpur = (...best: BestTimes['best']): BestTimes => ({ timeZone: 'Asia/Kuala_Lumpur', best });
const at = (bestTimes: BestTimes | null, taken: readonly string[] = [], from = FROM) =>
  bestTime(from, { bestTimes, taken: taken.map((time) => new Date(time)), spacingMinutes: 30 }).toISOString();

test.each([
  ['the same day, when they are still to come', { weekday: 1, fromHour: 21 }, '2026-11-23T13:00:00.000Z'],
  ['at once, when they have begun', { weekday: 1, fromHour: 19 }, '2026-11-23T12:00:00.000Z'],
  ['next week, when they are over', { weekday: 1, fromHour: 9 }, '2026-11-30T01:00:00.000Z'],
  ['on their day of the week', { weekday: 7, fromHour: 23 }, '2026-11-29T15:00:00.000Z'],
  ['on the next day, when they are of any day', { weekday: null, fromHour: 7 }, '2026-11-23T23:00:00.000Z'],
])('the best hours of a page are %s', (_name, best, expected) => expect(at(inKualaLumpur(best))).toBe(expected));

test('hours over midnight that have begun yesterday are still those', () => {
  const from = new Date('2026-11-23T16:30:00Z');
  expect(at(inKualaLumpur({ weekday: 1, fromHour: 23 }), [], from)).toBe(from.toISOString());
});

test('of several best hours the next ones are taken', () => {
  const best = inKualaLumpur({ weekday: 5, fromHour: 9 }, { weekday: 2, fromHour: 19 });
  expect(at(best)).toBe('2026-11-24T11:00:00.000Z');
});

test('a post keeps its distance from others within the best hours, else it waits for the next ones', () => {
  const best = inKualaLumpur({ weekday: 2, fromHour: 19 });
  expect(at(best, ['2026-11-24T11:10:00Z'])).toBe('2026-11-24T11:40:00.000Z');
  const full = ['11:00', '11:30', '12:00', '12:30'].map((time) => `2026-11-24T${time}:00Z`);
  expect(at(best, full)).toBe('2026-12-01T11:00:00.000Z');
});

test('the hours are those of the clock on the wall, also when it changes', () => {
  const best: BestTimes = { timeZone: 'America/New_York', best: [{ weekday: 7, fromHour: 9 }] };
  expect(at(best, [], new Date('2026-10-30T12:00:00Z'))).toBe('2026-11-01T14:00:00.000Z');
  expect(at(best, [], new Date('2027-03-12T12:00:00Z'))).toBe('2027-03-14T13:00:00.000Z');
});

test('without best hours a post goes out as soon as its page is free', () => {
  expect(at(null, ['2026-11-23T12:10:00Z'])).toBe('2026-11-23T12:40:00.000Z');
  expect(at(inKualaLumpur())).toBe(FROM.toISOString());
});
