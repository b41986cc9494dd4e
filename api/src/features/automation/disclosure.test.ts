import { expect, test } from 'vitest';
import { withLine, withoutLine } from './disclosure.ts';

const LINE = 'Written by AI.';

test.each([
  ['Bread.', 'Bread.\n\nWritten by AI.'],
  ['Bread.\n\nWritten by AI.', 'Bread.\n\nWritten by AI.'],
  ['Written  by ai.\nBread.', 'Bread.\n\nWritten by AI.'],
  ['Bread. Written by AI.', 'Bread.\n\nWritten by AI.'],
  ['Bread.\n\nWritten by AI.\n\nWritten by AI.', 'Bread.\n\nWritten by AI.'],
])('below %j the line stands once', (text, whole) => expect(withLine(text, LINE)).toBe(whole));

test('no line changes nothing, and a post is not longer than it can be', () => {
  expect(withLine('Bread. ', ' ')).toBe('Bread. ');
  expect(withLine('x'.repeat(63_206 - LINE.length - 2), LINE)).toHaveLength(63_206);
  expect(withLine('x'.repeat(63_206 - LINE.length - 1), LINE)).toBeNull();
  expect(withoutLine('Bread.\n\nWritten by AI.', LINE)).toBe('Bread.');
});
