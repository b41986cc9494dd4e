import { expect, test } from 'vitest';
import { textDiff } from './text-diff.ts';

const shown = (before: string, after: string) =>
  textDiff(before, after)
    .map(({ kind, text }) => ({ same: text, added: `[+${text}]`, removed: `[-${text}]` })[kind])
    .join('');

test.each([
  ['Fresh bread', 'Fresh bread', 'Fresh bread'],
  ['Fresh bread at seven.', 'Fresh bread at eight.', 'Fresh bread at [-seven][+eight].'],
  ['Warm loaves at eight', 'Cosy bread at eight', '[-Warm loaves][+Cosy bread] at eight'],
  ['Bread', '', '[-Bread]'],
  ['', 'Bread', '[+Bread]'],
  ['We bake bread', 'We always bake good bread', 'We [+always ]bake [+good ]bread'],
  ['one two two', 'one two', 'one two[- two]'],
])('%j became %j', (before, after, expected) => expect(shown(before, after)).toBe(expected));

test('texts without end are compared at once', () => {
  const long = (word: string) => Array.from({ length: 30_000 }, (_, n) => `${word}${n}`).join(' ');
  expect(textDiff(long('a'), long('b')).length).toBeLessThan(5);
});
