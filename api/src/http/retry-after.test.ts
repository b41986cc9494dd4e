import { expect, test } from 'vitest';
import { inWords, retryAfterSeconds } from './retry-after.ts';

test.each<[Record<string, string>, number | null]>([
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': ' 1.2 ' }, 2],
  [{ 'retry-after': '0' }, 1],
  [{ 'retry-after-ms': '2500', 'retry-after': '60' }, 3],
  [{ 'retry-after': 'Sun, 22 Nov 2026 10:02:00 GMT', date: 'Sun, 22 Nov 2026 10:00:00 GMT' }, 120],
  [{ 'retry-after': 'Sun, 22 Nov 2026 09:00:00 GMT', date: 'Sun, 22 Nov 2026 10:00:00 GMT' }, 1],
  [{ 'retry-after': '99999999999999999999' }, 86_400],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '' }, null],
  [{ 'x-ratelimit-reset-requests': '1m2.5s', 'x-ratelimit-remaining-requests': '0' }, 63],
  [{ 'x-ratelimit-reset-tokens': '120ms', 'x-ratelimit-remaining-tokens': '0' }, 1],
  [{ 'x-ratelimit-reset-requests': '6m0s', 'x-ratelimit-remaining-requests': '12' }, null],
  [{}, null],
])('%j asks for a wait of %j s', (headers, seconds) => {
  expect(retryAfterSeconds(new Headers(headers))).toBe(seconds);
});

test("a date without the server's own clock is read by ours", () => {
  expect(
    retryAfterSeconds(new Headers({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() })),
  ).toBeGreaterThan(50);
});

test.each([
  [1, 'in a second'],
  [45, 'in 45 seconds'],
  [120, 'in about 2 minutes'],
  [86_400, 'in about 24 hours'],
])('%i s are told as %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});
