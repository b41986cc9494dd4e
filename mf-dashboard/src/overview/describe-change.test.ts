import { expect, test } from 'vitest';
import { describeBasis, describeChange } from './describe-change.ts';

const stats = (postsThisMonth: number, monthChange: number, posts?: number) => ({
  postsThisMonth,
  monthChange,
  scheduledPosts: 0,
  todayScheduled: 0,
  totalEngagement: 0,
  aiGenerated: 0,
  ...(posts !== undefined && { lastMonth: { posts, from: '2026-10-01', to: '2026-10-22' } }),
});

test.each([
  [stats(19, -5, 20), 'down', '5% fewer than last month'],
  [stats(2469, 1134, 200), 'up', '1,134% more than last month'],
  [stats(20, 0, 20), 'same', '0% change from last month'],
  [stats(0, 0, 0), 'same', '0% change from last month'],
  // From none there is no percentage.
  [stats(69, 100, 0), 'up', '69 more than last month'],
  [stats(0, -100, 3), 'down', '100% fewer than last month'],
  // What a server of an earlier day says is taken as it is.
  [stats(6, 20), 'up', '20% more than last month'],
])('%j goes %s: %s', (numbers, way, text) => {
  expect(describeChange(numbers)).toEqual({ way, text });
});

test('which days are compared is told, where the server says so', () => {
  expect(describeBasis(stats(1234, -5, 1299))).toBe(
    '1,234 so far this month, 1,299 on the same days of last month (1 Oct to 22 Oct).',
  );
  expect(describeBasis({ ...stats(1, 0), lastMonth: { posts: 1, from: '2026-10-01', to: '2026-10-01' } })).toContain(
    '(1 Oct)',
  );
  expect(describeBasis(stats(1, 0))).toBeNull();
});
