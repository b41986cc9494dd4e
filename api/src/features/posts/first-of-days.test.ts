import { expect, test } from 'vitest';
import { firstOfDays } from './first-of-days.ts';

const firstOf = (times: readonly string[], timeZone: string) =>
  firstOfDays(
    times.map((time) => Date.parse(`${time}:00Z`)),
    1,
    timeZone,
  );

test.each([
  ['days begin at midnight there', 'Asia/Kuala_Lumpur', ['2026-11-20T15:59', '2026-11-20T16:00', '2026-11-20T16:01']],
  // On 6 September 2026 clocks in Santiago go from midnight to one: the day begins at one.
  [
    'a day without a midnight has a beginning',
    'America/Santiago',
    ['2026-09-06T03:59', '2026-09-06T04:00', '2026-09-06T04:01'],
  ],
  // On 1 November 2026 clocks in Havana go back from one to midnight: the day has two of these hours.
  [
    'an hour that comes twice belongs to one day',
    'America/Havana',
    ['2026-11-01T03:59', '2026-11-01T04:00', '2026-11-01T05:30'],
  ],
  // On 5 April 2026 clocks in Santiago go back from midnight to eleven: that hour belongs to the day before.
  ['a day that ends twice ends once', 'America/Santiago', ['2026-04-05T03:30', '2026-04-05T04:00', '2026-04-05T04:30']],
])('%s', (_, timeZone, times) => expect(firstOf(times, timeZone)).toEqual([true, true, false]));
