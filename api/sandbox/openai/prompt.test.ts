import { expect, test } from 'vitest';
import { readWish } from './prompt.ts';

const wish = (text: string, system = 'You write posts in English or Bahasa Melayu.') =>
  readWish([
    { role: 'system', text: system },
    { role: 'user', text },
  ]);

test.each([
  [
    'Create a promotional post about artisan coffee in a friendly tone, in English. ' +
      'Length: Medium (100-200 words). Include relevant hashtags',
    'artisan coffee',
  ],
  [
    'artisan coffee, pastries. Tone: professional. Language: English. Length: short (50-100 words)',
    'artisan coffee, pastries',
  ],
  ['Keywords: coffee, breakfast, tone: casual, language: English', 'coffee, breakfast'],
  ['Write a story about cycling with children with an exciting tone in English', 'cycling with children'],
  ['Write a product review of the Aurora X2', 'Aurora X2'],
  ['Write a product review of: Aurora X2. Who is it for, and what else to look at.', 'Aurora X2'],
  ['Write an article about what moves this field now: Cloud Computing. What changes?', 'Cloud Computing'],
  ['Tulis artikel tentang kopi tempatan dalam Bahasa Melayu', 'kopi tempatan'],
])('the topic of "%s" is "%s"', (text, topic) => expect(wish(text).topic).toBe(topic));

test('the language of the request wins over languages that are merely possible', () => {
  expect(wish('About tea in Bahasa Melayu').language).toBe('malay');
  expect(wish('About tea in English').language).toBe('english');
  expect(wish('About tea').language).toBe('english');
  expect(wish('About tea', 'Always answer in Bahasa Melayu.').language).toBe('malay');
  expect(wish('About tea. Write it in Manglish.', 'Language: English.').language).toBe('manglish');
});

test('the length band and the wish for hashtags are read', () => {
  expect(wish('About tea, 1000-2000 words, include hashtags')).toMatchObject({
    minWords: 1000,
    maxWords: 2000,
    wantsHashtags: true,
  });
  expect(wish('About tea, without hashtags')).toMatchObject({ wantsHashtags: false });
});
