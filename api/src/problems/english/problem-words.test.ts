import { expect, test } from 'vitest';
import { problemWords } from './problem-words.ts';
import type { Problem } from '../problem.ts';

const SAID_AT = Date.parse('2026-11-22T09:00:00Z');
const limited = (stage: 'refused' | 'waiting' | 'asked_now'): Problem => ({
  code: 'rate_limited',
  action: null,
  params: { target: 'facebook', page: 'Warung', stage, until: '2026-11-22T10:00:00.000Z' },
});
const after = (problem: Problem, minutes: number) =>
  problemWords(problem, { now: new Date(SAID_AT + minutes * 60_000) });

test.each([
  [0, 'Facebook is limiting requests for Warung for about 60 min.'],
  [50, 'Facebook is limiting requests for Warung for about 10 min.'],
  [59.5, 'Facebook is limiting requests for Warung for about 1 min.'],
  [60, 'Facebook limited requests for Warung for a while.'],
  [24 * 60, 'Facebook limited requests for Warung for a while.'],
])('%f minutes after a refusal that lasts an hour it says: %s', (minutes, words) => {
  expect(after(limited('refused'), minutes)).toContain(words);
});

test.each([
  ['waiting', 'on Warung for about 10 min.', 'on Warung for a while.'],
  ['asked_now', 'The post goes out in about 10 min.', 'The post goes out soon.'],
] as const)('a post that is %s counts down, too', (stage, before, over) => {
  expect(after(limited(stage), 50)).toContain(before);
  expect(after(limited(stage), 61)).toContain(over);
});

test('the AI that accepts no requests counts down', () => {
  const coolingDown: Problem = { code: 'ai_resting', action: null, params: { until: '2026-11-22T10:00:00.000Z' } };
  expect(after(coolingDown, 0)).toContain('in about 60 minutes');
  expect(after(coolingDown, 50)).toContain('in about 10 minutes');
});
