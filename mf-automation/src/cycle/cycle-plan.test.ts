import { FREQUENCY_HOURS, MAX_POSTS_PER_CYCLE } from '@pagecast/api/contract';
import { expect, test } from 'vitest';
import { formatMinutes, planCycle } from './cycle-plan.ts';

test('what does not fit at 30 minutes apart before the next cycle is left out', () => {
  expect(planCycle(1, 10, 30)).toEqual({
    intervalMinutes: 6,
    isCompliant: false,
    spacingMinutes: 30,
    offsets: [0, 30],
    asked: 10,
  });
  expect(planCycle(3, 7, 30).offsets).toEqual([0, 30, 60, 90, 120, 150]);
});

test('an interval of exactly 30 minutes is compliant', () => {
  expect(planCycle(1, 2, 30)).toMatchObject({ isCompliant: true, offsets: [0, 30] });
});

test('where posts stay further apart, fewer fit', () => {
  expect(planCycle(1, 2, 45)).toMatchObject({ isCompliant: false, offsets: [0, 45] });
  expect(planCycle(1, 2, 60)).toMatchObject({ isCompliant: false, offsets: [0] });
});

test('every compliant plan fits whole, whatever is rounded', () => {
  for (const hours of FREQUENCY_HOURS) {
    for (let posts = 1; posts <= MAX_POSTS_PER_CYCLE; posts += 1) {
      const plan = planCycle(hours, posts, 30);
      if (plan.isCompliant) expect(plan.offsets).toHaveLength(posts);
    }
  }
});

test.each([
  [30, '30 min'],
  [60, '1 h'],
  [90, '1 h 30 min'],
  [1440, '24 h'],
  [0, '0 min'],
])('%i minutes read %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});
