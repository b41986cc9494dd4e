import { expect, test } from 'vitest';
import { avoidedWordsIn } from './avoided-words.ts';

const found = (text: string, words: readonly string[]) => avoidedWordsIn(text, words).map((word) => word.text);

test.each<[string, readonly string[], readonly string[]]>([
  ['Cheap eats, not cheaper ones', ['cheap'], ['Cheap']],
  ['So dirt  cheap', ['cheap', 'dirt cheap'], ['dirt  cheap']],
  ['Murah-murah, semurah itu', ['murah'], ['Murah', 'murah']],
  ['Beli $$$ (now)', ['$$$', '(now)'], ['$$$', '(now)']],
  ['café CAFÉ', ['Café'], ['café', 'CAFÉ']],
  ['Nothing here', ['', ' '], []],
])('in "%s" of %j', (text, words, expected) => expect(found(text, words)).toEqual(expected));

test('says where', () => expect(avoidedWordsIn('So cheap', ['cheap'])).toEqual([{ text: 'cheap', start: 3, end: 8 }]));
