import { expect, test } from 'vitest';
import { hashtagFlaws, hashtagsIn, MOST_HASHTAGS, withSoundHashtags } from './hashtags.ts';

test.each([
  ['Fresh bread. #Bread #Roti', [], 'Fresh bread. #Bread #Roti'],
  ['Fresh bread. # Bread', ['spaced'], 'Fresh bread. #Bread'],
  ['See you #back-to-school!', ['broken'], 'See you #backtoschool!'],
  ['#R&B tonight', ['broken'], '#RB tonight'],
  ['#Bread #bread #Roti', ['twice'], '#Bread #Roti'],
  ['We are #1 in town', ['digits'], 'We are 1 in town'],
  ["#Mei's bread and #Roti.Fresh", [], "#Mei's bread and #Roti.Fresh"],
  ['Order at https://a.example/#top-of-page', [], 'Order at https://a.example/#top-of-page'],
  ['A heading\n# \nand no hashtag', [], 'A heading\n# \nand no hashtag'],
  ['', [], ''],
] as const)('%j has %j, and becomes %j', (text, flaws, repaired) => {
  expect(hashtagFlaws(text)).toEqual(flaws);
  expect(withSoundHashtags(text)).toBe(repaired);
});

test('of too many the first stay', () => {
  const text = `Bread.\n\n${Array.from({ length: 14 }, (_, index) => `#Tag${'abcdefghijklmn'[index]}`).join(' ')}`;
  expect(hashtagFlaws(text)).toEqual(['many']);
  expect(hashtagsIn(withSoundHashtags(text))).toHaveLength(MOST_HASHTAGS);
});

test('what is put right has nothing wrong with it any more', () => {
  const text = '# a #a #A-b #9 #b #c #d #e #f #g #h #i #j #k';
  expect(hashtagFlaws(withSoundHashtags(text))).toEqual([]);
});

test('the longest hostile text takes a moment', () => {
  for (const text of ['#'.repeat(63_000), '#a-'.repeat(20_000), '# '.repeat(30_000), '#aa '.repeat(15_000)]) {
    const startedAt = performance.now();
    hashtagFlaws(withSoundHashtags(text));
    expect(performance.now() - startedAt).toBeLessThan(5000);
  }
});
