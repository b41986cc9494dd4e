import { expect, test } from 'vitest';
import { countGraphemes } from './count-graphemes.ts';

test.each([
  ['', 0],
  ['Fresh bread!', 12],
  ['a\nb', 3],
  ['a\r\nb', 3],
  ['é', 1],
  ['👨‍👩‍👧', 1],
  ['🇲🇾 ok', 4],
])('%j has %i characters as people count them', (text, count) => {
  expect(countGraphemes(text)).toBe(count);
});
