import { expect, test } from 'vitest';
import { linksIn, splitPostText } from './split-post-text.ts';

const hashtags = (text: string) =>
  splitPostText(text)
    .filter((part) => part.kind === 'hashtag')
    .map((part) => part.text);

test.each([
  ['Fresh bread #sourdough #Saturday', ['#sourdough', '#Saturday']],
  ['#first word', ['#first']],
  ['Selamat #harijadi_2026!', ['#harijadi_2026']],
  ['number 1 # alone, mid#word, &#39;', []],
  ['the part of a page, https://bakery.example/menu#bread, is none', []],
  ['', []],
])('%j has the hashtags %j', (text, expected) => {
  expect(hashtags(text)).toEqual(expected);
});

test.each([
  ['Order at https://bakery.example/menu?day=sat#top, or call.', ['https://bakery.example/menu?day=sat#top']],
  ['(see www.bakery.example)', ['www.bakery.example']],
  ['HTTP://A.EXAMPLE\nhttps://b.example', ['HTTP://A.EXAMPLE', 'https://b.example']],
  ['mail@www.bakery.example and bakery.example and https:// alone', []],
])('%j links to %j', (text, expected) => {
  expect(linksIn(text)).toEqual(expected);
});

test('the parts joined are the text', () => {
  const text = 'a #b c\n#d, e#f # https://a.example/x. www.b.example';
  expect(
    splitPostText(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
