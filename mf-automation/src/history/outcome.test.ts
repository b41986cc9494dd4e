import { expect, test } from 'vitest';
import { buildCycle } from '../testing.ts';
import { describeOutcome, groupReasons } from './outcome.ts';

const slot = (pageName: string, message: string, isFailure = false) => ({
  id: 1,
  pageId: 7,
  pageName,
  isFailure,
  reason: { code: 'x', message },
  dueAt: '2026-11-21T00:00:00.000Z',
});

test('an outcome names only what happened', () => {
  expect(
    describeOutcome(
      buildCycle({ planned: 5, published: 2, waiting: 1, skipped: [slot('A', 'x'), slot('B', 'x', true)] }),
    ),
  ).toBe('5 planned: 2 published, 1 waiting, 1 failed, 1 skipped.');
  expect(describeOutcome(buildCycle({ planned: 0, published: 0 }))).toBe('0 planned.');
});

test('each reason is told once, with the pages it held up', () => {
  expect(
    groupReasons([
      slot('A', 'Too alike.'),
      slot('B', 'Not connected.'),
      slot('A', 'Too alike.'),
      slot('C', 'Too alike.'),
    ]),
  ).toEqual([
    { reason: 'Too alike.', pages: 'A (2), C' },
    { reason: 'Not connected.', pages: 'B' },
  ]);
});
