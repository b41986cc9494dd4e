import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';

const fine = async () => [];
const post = (words: number) => `${Array.from({ length: words }, () => 'bread').join(' ')} for you and the family.`;
const asked = { language: 'English', length: 'Short' } as const;
const codes = async (...given: Parameters<typeof checkText>) => (await checkText(...given)).map(({ code }) => code);

test('a text as it was asked for has nothing wrong with it', async () => {
  expect(await checkText(post(60), asked, { moderate: fine })).toEqual([]);
});

test('the worst comes first, and each says what it found', async () => {
  const text = 'Roti segar untuk anda semua di kedai kami hari ini dan esok. #Roti #roti';
  expect(await checkText(text, asked, { moderate: async () => ['violence', 'hate'] })).toEqual([
    { code: 'moderation', detail: 'violence,hate', repaired: null },
    { code: 'language', detail: 'Bahasa Melayu', repaired: null },
    { code: 'short', detail: '12', repaired: null },
    {
      code: 'hashtags',
      detail: 'twice',
      repaired: 'Roti segar untuk anda semua di kedai kami hari ini dan esok. #Roti',
    },
  ]);
});

test('a text that nobody could look at passes in silence', async () => {
  expect(await codes(post(60), asked, { moderate: async () => null })).toEqual([]);
});

test('of a text by hand only its hashtags are looked at', async () => {
  const moderate = async () => {
    throw new Error('It is nobody else’s business');
  };
  expect(await codes('Selamat pagi semua # roti', null, { moderate })).toEqual(['hashtags']);
});

test.each([
  [39, ['short']],
  [40, []],
  [120, []],
  [121, ['long']],
])('%i words, of 50 to 100, are %j', async (words, found) => {
  expect(await codes(post(words - 5), asked, { moderate: fine })).toEqual(found);
});
