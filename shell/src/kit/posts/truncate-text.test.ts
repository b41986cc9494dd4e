import { expect, test } from 'vitest';
import { truncateText } from './truncate-text.ts';

test.each([
  ['a short text', 'Fresh bread'],
  ['five lines', 'a\nb\nc\nd\ne'],
  ['as many characters as fit', 'x'.repeat(477)],
  ['families that count as one each', '👨‍👩‍👧'.repeat(477)],
])('%s is shown whole', (_name, text) => {
  expect(truncateText(text)).toBeNull();
});

test('a long text is cut between two words', () => {
  const shown = truncateText('bread '.repeat(100)) ?? '';
  expect(shown.length).toBeGreaterThan(460);
  expect(shown).toMatch(/ bread$/);
});

test('a long word is cut, but never a character that people see as one', () => {
  expect(truncateText('x'.repeat(500))).toBe('x'.repeat(477));
  expect(truncateText('👨‍👩‍👧'.repeat(478))).toBe('👨‍👩‍👧'.repeat(477));
});

test('a text of many lines is cut after the fifth', () => {
  expect(truncateText('one\n\ntwo\n\nthree words here\n\nfour')).toBe('one\n\ntwo\n\nthree words here');
});

test('over a reel only the first words are shown', () => {
  expect(truncateText('Fresh bread\nevery day', 'reel')).toBe('Fresh bread');
});
