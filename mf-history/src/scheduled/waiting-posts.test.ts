import { expect, test } from 'vitest';
import { causeOf, isOverdue } from './waiting-posts.ts';

const now = new Date('2026-11-21T08:00:00.000Z');

test.each([
  ['2026-11-21T08:01:00.000Z', false],
  ['2026-11-21T07:59:00.000Z', false],
  ['2026-11-21T07:58:59.000Z', true],
  [null, false],
])('a post for %s is late at eight: %s', (scheduledAt, expected) => {
  expect(isOverdue({ scheduledAt }, now)).toBe(expected);
});

test("the server's cause comes before our own words", () => {
  expect(causeOf({ status: 'failed', problem: { code: 'x', message: 'Facebook refused it.', action: null } })).toBe(
    'Facebook refused it.',
  );
  expect(causeOf({ status: 'missed', problem: null })).toBe("We couldn't publish it within an hour of its time.");
});
