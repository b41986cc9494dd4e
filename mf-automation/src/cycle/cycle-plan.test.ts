import { FREQUENCY_HOURS, MAX_POSTS_PER_CYCLE } from '@pagecast/api/contract';
import { expect, test } from 'vitest';
import { formatMinutes, planCycle } from './cycle-plan.ts';

test('what does not fit at 30 minutes apart before the next cycle is left out', () => {
  expect(planCycle(1, 10)).toEqual({
    intervalMinutes: 6,
    isCompliant: false,
    spacingMinutes: 30,
    offsets: [0, 30],
    asked: 10,
  });
  expect(planCycle(3, 7).offsets).toEqual([0, 30, 60, 90, 120, 150]);
});

test('an interval of exactly 30 minutes is compliant', () => {
  expect(planCycle(1, 2)).toMatchObject({ isCompliant: true, offsets: [0, 30] });
});

test('every compliant plan fits whole, whatever is rounded', () => {
  for (const hours of FREQUENCY_HOURS) {
    for (let posts = 1; posts <= MAX_POSTS_PER_CYCLE; posts += 1) {
      const plan = planCycle(hours, posts);
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
