import type { WrittenVariant } from '@pagecast/api/contract';
import { expect, test } from 'vitest';
import { emptyDraft, withChosen } from '../../drafts/draft.ts';
import {
  beginning,
  brokenOff,
  likeThis,
  progressOf,
  stopped,
  withEnd,
  withWords,
  type Variant,
} from './variant-state.ts';

const [blank] = beginning() as [Variant];
const half = withWords(blank, 'Warm ', 7);
const whole: WrittenVariant = {
  content: 'Warm loaves',
  generationId: 7,
  costMicros: 400,
  problem: null,
  isStopped: false,
};
const failed = (isStopped: boolean): WrittenVariant => ({
  content: null,
  generationId: 7,
  costMicros: null,
  problem: { code: 'busy', message: 'Why.' },
  isStopped,
});

test('words come one after the other, and the end has all of them', () => {
  expect(withWords(half, 'loa', 7)).toMatchObject({ text: 'Warm loa', generationId: 7, state: 'writing' });
  expect(withEnd(half, whole)).toEqual({
    text: 'Warm loaves',
    generationId: 7,
    state: 'ready',
    costMicros: 400,
    problem: null,
  });
});

test('what was written of one stays, however it ends', () => {
  expect(withEnd(half, failed(false))).toMatchObject({ text: 'Warm ', state: 'failed', problem: 'Why.' });
  expect(withEnd(half, failed(true))).toMatchObject({ text: 'Warm ', state: 'stopped', problem: null });
  expect(brokenOff(half, 'The line is cut.')).toMatchObject({ text: 'Warm ', state: 'failed' });
  expect(brokenOff(withEnd(half, whole), 'The line is cut.').state).toBe('ready');
});

test('one that was stopped takes no more, and tells its cost when its end was quicker', () => {
  const ended = stopped(half);
  expect(withWords(ended, 'loaves', 7)).toBe(ended);
  expect(withEnd(ended, whole)).toMatchObject({ text: 'Warm ', state: 'stopped', costMicros: 400 });
  expect(stopped(withEnd(half, whole)).state).toBe('ready');
});

test('progress is said in one line', () => {
  const ready = withEnd(half, whole);
  expect([
    progressOf([half, half, half]),
    progressOf([ready, half, half]),
    progressOf([ready, ready, stopped(half)]),
    progressOf([ready, ready, ready]),
  ]).toEqual([
    'Writing 3 variants.',
    '1 of 3 variants are ready.',
    '2 of 3 variants are ready.',
    'All 3 variants are ready.',
  ]);
});

test('each names those that are nearly the same', () => {
  const alike = [
    [0, 2],
    [1, 2],
  ] as const;
  expect([0, 1, 2].map((place) => likeThis(place, alike))).toEqual([[3], [3], [1, 2]]);
});

test('what stood there before all variants comes back, however many were tried', () => {
  const mine = { ...emptyDraft, generated: 'By hand', generationId: 3 };
  const all = ['One', 'Two', 'Three'];
  const first = withChosen(mine, { content: 'One', generationId: 7 }, all);
  expect(first).toMatchObject({ generated: 'One', generationId: 7, replaced: 'By hand', replacedGenerationId: 3 });
  expect(withChosen(first, { content: 'Two', generationId: 8 }, all)).toMatchObject({
    generated: 'Two',
    generationId: 8,
    replaced: 'By hand',
  });
  expect(withChosen(first, { content: 'One', generationId: 7 }, all)).toBe(first);
  expect(withChosen({ ...first, generated: 'One, edited' }, { content: 'Two', generationId: 8 }, all).replaced).toBe(
    'One, edited',
  );
});
