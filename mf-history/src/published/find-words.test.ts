import { expect, test } from 'vitest';
import { findWords } from './find-words.ts';

const marked = (content: string, search: string) =>
  findWords(content, search)
    .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
    .join('');

test.each([
  ['Fresh bread today', '', 'Fresh bread today'],
  ['Fresh bread, fresh buns', ' FRESH buns ', '[Fresh] bread, [fresh] [buns]'],
  ['100% arabica (really)', '100% (really)', '[100%] arabica [(really)]'],
  ['Breadboard', 'bread', '[Bread]board'],
  ['Kopi ☕ and 🍞', '🍞', 'Kopi ☕ and [🍞]'],
  ['Nothing of it', 'bread', 'Nothing of it'],
])('in %j, %j is %j', (content, search, expected) => expect(marked(content, search)).toBe(expected));

test('a word far into a text brings the text near it, from the start of a word', () => {
  const found = marked(`${'morning '.repeat(40)}durian cake`, 'durian');
  expect(found).toMatch(/^… (morning ){5,8}\[durian\] cake$/);
});

test('a word far into a text without spaces is brought near as well', () => {
  expect(marked(`${'x'.repeat(300)}durian`, 'durian')).toBe(`… ${'x'.repeat(60)}[durian]`);
});
