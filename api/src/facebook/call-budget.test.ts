import { beforeEach, expect, test } from 'vitest';
import { createCallBudget } from './call-budget.ts';
import type { BudgetOwner } from './graph-usage.ts';

const MINUTE = 60_000;
let now = 0;
let spent: [BudgetOwner, number][] = [];
let budget: ReturnType<typeof createCallBudget>;
beforeEach(() => {
  now = 10 * 3_600_000;
  spent = [];
  budget = createCallBudget({
    onSpent: (whose, minutes) => {
      spent.push([whose, minutes]);
    },
    now: () => now,
  });
});
const PAGE = { of: 'page', id: '1' } as const;
const APP = { of: 'app', id: '55' } as const;
const note = (percent: number, whose: BudgetOwner = PAGE, regainMinutes: number | null = null) =>
  budget.note({ ...whose, percent, regainMinutes });
const allows = (pageId: string, appId: string = APP.id) => budget.allowsBackgroundRead(pageId, appId);

test('background reads are free while there is plenty', () => {
  note(74);
  expect([allows('1'), allows('1')]).toEqual([true, true]);
});

test('from three quarters on they come once a minute, and from nine tenths on not at all', () => {
  note(75);
  expect([allows('1'), allows('1')]).toEqual([true, false]);
  now += MINUTE;
  expect(allows('1')).toBe(true);
  now += MINUTE;
  note(90);
  expect([allows('1'), allows('2')]).toEqual([false, true]);
});

test("an app's own budget counts for every page that it reads, and for no other app", () => {
  note(95, APP);
  expect([allows('7'), allows('7', '66')]).toEqual([false, true]);
});

test('a budget that is used up asks for a cooldown once, as long as Facebook says', () => {
  note(100, PAGE, 12);
  note(100, PAGE, 12);
  note(100, APP);
  expect(spent).toEqual([
    [PAGE, 12],
    [APP, 5],
  ]);
});

test('old news is forgotten', () => {
  note(100, PAGE, 3);
  now += 61 * MINUTE;
  expect(allows('1')).toBe(true);
});
