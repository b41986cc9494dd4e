import { describe, expect, test } from 'vitest';
import { likenessOf, likenessOfSketches, SKETCH_ERROR, signsOf, sketchOf } from './likeness.ts';

const TEXT = 'Fresh bread from seven, and kaya toast until noon. Come early: the first ten are on us!';
const like = (one: string, other: string) => likenessOf(signsOf(one), signsOf(other));

describe('a text in other words is alike', () => {
  test.each([
    ['with emoji', `🍞🎉 ${TEXT} 🔥`],
    ['with signs that nobody sees', TEXT.replaceAll('e', 'e\u200b')],
    ['in wide letters', TEXT.replace('Fresh', 'Ｆｒｅｓｈ')],
    ['with marks on its letters', TEXT.replaceAll('e', 'e\u0301').replaceAll('o', 'o\u0336')],
    ['with letters of another script', TEXT.replaceAll('e', 'е').replaceAll('o', 'ο').replaceAll('a', 'а')],
    ['with ten tags', `${TEXT} #bread #fresh #ipoh #malaysia #kaya #toast #noon #early #breakfast #bakery #love`],
    ['with a link', `${TEXT} https://kedai.my/?utm_source=${'x'.repeat(400)}`],
    ['with its words in another order', TEXT.split(' ').toReversed().join(' ')],
    ['with a word replaced and one moved', TEXT.replace('seven', 'eight').replace('Come early', 'early Come')],
  ])('%s', (_, again) => {
    expect(like(TEXT, again)).toBeGreaterThan(0.7);
  });

  test.each([
    ['with three words of ten replaced', TEXT.replace('Fresh', 'Warm').replace('early', 'soon').replace('noon', 'one')],
    [
      'with two sentences more',
      `${TEXT} We are open on Saturday too. Ask for Mei at the counter, she knows what is left.`,
    ],
  ])('%s, for a while', (_, again) => {
    expect(like(TEXT, again)).toBeGreaterThan(0.55);
  });

  test.each([
    ['Chinese', '新鲜面包每天早上七点出炉,欢迎光临本店', '新鲜面包每天早上八点出炉,欢迎光临本店'],
    ['Thai', 'ขนมปังสดใหม่ทุกเช้าเจ็ดโมง เชิญแวะมาที่ร้าน', 'ขนมปังสดใหม่ทุกเช้าแปดโมง เชิญแวะมาที่ร้าน'],
    ['Russian', 'Свежий хлеб с семи утра, приходите к нам', 'Свежий хлеб с восьми утра, приходите к нам'],
    ['emoji alone', '🍞🥐🥖☕🎉', '🍞🥐🥖☕🔥'],
  ])('in %s', (_, one, other) => {
    expect(like(one, other)).toBeGreaterThan(0.4);
  });

  test('and another text is not', () => {
    expect(
      like(TEXT, 'We are closed on Monday, because we are at the market. See you on Tuesday at nine!'),
    ).toBeLessThan(0.3);
  });
});

test('a sketch tells likeness within its error, whatever the length', () => {
  const words = Array.from({ length: 400 }, (_, n) => (n * 7919).toString(36));
  for (const length of [5, 12, 40, 120, 400])
    for (const replaced of [0, 0.1, 0.25, 0.5]) {
      const one = words.slice(0, length).join(' ');
      const other = words
        .slice(0, length)
        .map((word, n) => (n % 20 < replaced * 20 ? `other${n}` : word))
        .join(' ');
      const [mine, theirs] = [signsOf(one), signsOf(other)];
      const guessed = likenessOfSketches(sketchOf(mine), Buffer.concat([Buffer.alloc(7), sketchOf(theirs)]), 7);
      expect(guessed, `${length} words, ${replaced} of them others`).toBeGreaterThanOrEqual(
        likenessOf(mine, theirs) - SKETCH_ERROR,
      );
    }
});

test('nothing is like nothing, and hostile texts take no time', () => {
  expect(like('', '')).toBe(0);
  expect(like('!!!', '???')).toBe(0);
  const began = process.cpuUsage().user;
  for (const hostile of [
    'a '.repeat(60_000),
    'abc'.repeat(20_000),
    '#'.repeat(60_000),
    'e\u0301'.repeat(30_000),
    'https://'.repeat(8000),
  ])
    sketchOf(signsOf(hostile));
  expect(process.cpuUsage().user - began).toBeLessThan(1_000_000);
});
