import { expect, test } from 'vitest';
import { splitHashtags } from './split-hashtags.ts';

const hashtags = (text: string) => splitHashtags(text).filter((piece) => piece.isHashtag).map((piece) => piece.text);

test.each([
  ['Fresh bread #sourdough #Saturday', ['#sourdough', '#Saturday']],
  ['#first word', ['#first']],
  ['Selamat #harijadi_2026!', ['#harijadi_2026']],
  ['number 1 # alone, mid#word, &#39;', []],
  ['', []],
])('%j has the hashtags %j', (text, expected) => {
  expect(hashtags(text)).toEqual(expected);
});

test('the pieces joined are the text', () => {
  const text = 'a #b c\n#d, e#f #';
  expect(splitHashtags(text).map((piece) => piece.text).join('')).toBe(text);
});
