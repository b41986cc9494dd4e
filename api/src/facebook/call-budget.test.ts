import { beforeEach, expect, test } from 'vitest';
import { createCallBudget } from './call-budget.ts';

const MINUTE = 60_000;
let now = 0;
let spent: [string | null, number][] = [];
let budget: ReturnType<typeof createCallBudget>;
beforeEach(() => {
  now = 10 * 3_600_000;
  spent = [];
  budget = createCallBudget({ onSpent: (pageId, minutes) => { spent.push([pageId, minutes]); }, now: () => now });
});
const note = (percent: number, pageId: string | null = '1', regainMinutes: number | null = null) => budget.note({ pageId, percent, regainMinutes });

test('background reads are free while there is plenty', () => {
  note(74);
  expect([budget.allowsBackgroundRead('1'), budget.allowsBackgroundRead('1')]).toEqual([true, true]);
});

test('from three quarters on they come once a minute, and from nine tenths on not at all', () => {
  note(75);
  expect([budget.allowsBackgroundRead('1'), budget.allowsBackgroundRead('1')]).toEqual([true, false]);
  now += MINUTE;
  expect(budget.allowsBackgroundRead('1')).toBe(true);
  now += MINUTE;
  note(90);
  expect([budget.allowsBackgroundRead('1'), budget.allowsBackgroundRead('2')]).toEqual([false, true]);
});

test('the app\'s own budget counts for every page', () => {
  note(95, null);
  expect(budget.allowsBackgroundRead('7')).toBe(false);
});

test('a budget that is used up asks for a rest once, as long as Facebook says', () => {
  note(100, '1', 12);
  note(100, '1', 12);
  note(100, null);
  expect(spent).toEqual([['1', 12], [null, 5]]);
});

test('old news is forgotten', () => {
  note(100, '1', 3);
  now += 61 * MINUTE;
  expect(budget.allowsBackgroundRead('1')).toBe(true);
});
