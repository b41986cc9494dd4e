import { expect, test } from 'vitest';
import { clockText, countdownOf } from './countdown.ts';

const start = Date.parse('2026-11-21T06:00:00.000Z');
const running = { isEnabled: true, lastRunAt: new Date(start).toISOString(), regenerationFrequency: 6 };
const end = start + 6 * 3_600_000;

test.each([
  ['switched off', { ...running, isEnabled: false }],
  ['that never ran', { ...running, lastRunAt: null }],
])('an automation %s has not started', (_, settings) =>
  expect(countdownOf(settings, start)).toEqual({ state: 'not-started' }),
);

test.each([
  [0, 'ready'],
  [-1, 'ready'],
  [1, 'soon'],
  [300_000, 'soon'],
  [300_001, 'normal'],
  [6 * 3_600_000, 'normal'],
])('%i ms before the next cycle the state is %s', (left, state) =>
  expect(countdownOf(running, end - left).state).toBe(state),
);

test('it counts from the start of the last cycle, in whole seconds', () => {
  expect(countdownOf(running, end - 3_599_001)).toEqual({ state: 'normal', seconds: 3600, at: new Date(end) });
});

test.each([
  [0, '00:00:00'],
  [59, '00:00:59'],
  [3_661, '01:01:01'],
  [86_400, '24:00:00'],
])('%i seconds read %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});
