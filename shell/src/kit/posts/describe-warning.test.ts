import { expect, test } from 'vitest';
import { describeWarning } from './describe-warning.ts';

const failsFrom = new Date('2026-11-24T01:00:00Z');

test.each([
  [4, -1, /^4 posts on Corner Bakery will fail from Tue 24 Nov, 9:00 \(GMT\+8\)$/],
  [1, -1, /^1 post on Corner Bakery will fail from /],
  [1204, 0, /^1,204 posts on Corner Bakery can't go out$/],
])('%i posts, %i ms after the first of them is due', (posts, ms, expected) => {
  expect(
    describeWarning(
      { posts, pageName: 'Corner Bakery', failsFrom: failsFrom.toISOString() },
      'Asia/Kuala_Lumpur',
      new Date(failsFrom.getTime() + ms),
    ),
  ).toMatch(expected);
});
