import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { asksForMix, isManglish, otherLanguageThan } from './language.ts';

test.each([
  ['English', 'Good morning! Fresh bread from seven, come by and say hello to us.', null],
  ['English', 'Selamat pagi! Roti segar dari pukul tujuh, datanglah ke kedai kami hari ini.', 'Bahasa Melayu'],
  ['Bahasa Melayu', 'Selamat pagi! Roti segar dari pukul tujuh, datanglah ke kedai kami hari ini.', null],
  ['Bahasa Melayu', 'Good morning! Fresh bread from seven, come by and say hello to us.', 'English'],
  ['English', 'Bonjour à tous, notre boulangerie est ouverte ce matin avec du pain frais.', 'another language'],
  ['Bahasa Melayu', '早安大家好,今天我们的面包店有新鲜的面包,欢迎大家来', 'another language'],
  ['English', 'Jom try our roti, the best thing about it is memang sedap and murah lah.', null],
  ['English', 'Nasi lemak, teh tarik!', null],
  ['English', '#Roti #Segar #Kedai #Kami #Hari #Ini #Datang #Semua https://kedai.example/roti', null],
  ['English', '', null],
] as const)('asked for %s, %j is in %s', async (asked, text, other) => {
  expect(await otherLanguageThan(asked, text)).toBe(other);
});

const CORPUS = path.join(import.meta.dirname, '../claims/corpus');
const ENGLISH = /\b(the|an?|is|are|was|our|your|you|we|and|of|to|with|this|that|from|have|will|every)\b/gi;
const MALAY = /\b(yang|dan|di|untuk|kami|anda|dengan|ini|itu|dari|ada|tak|tidak|akan|kita|boleh|sahaja|juga|hari)\b/gi;

interface KnownText {
  readonly text: string;
  readonly language: 'English' | 'Bahasa Melayu';
}

/** Texts of the claims' corpus that have words of one language and none of the other. */
function knownTexts(): KnownText[] {
  const lines = fs
    .readdirSync(CORPUS)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => fs.readFileSync(path.join(CORPUS, name), 'utf8').split('\n'));
  return lines
    .filter((line) => line.trim() !== '' && !/^[=#]/.test(line))
    .flatMap((line): KnownText[] => {
      const text = line.replaceAll(/[{}[\]]/g, '');
      const [english, malay] = [text.match(ENGLISH)?.length ?? 0, text.match(MALAY)?.length ?? 0];
      if (english >= 2 && malay === 0) return [{ text, language: 'English' }];
      return malay >= 2 && english === 0 ? [{ text, language: 'Bahasa Melayu' }] : [];
    });
}

test('of short posts, hardly one is told the wrong language, and hardly one in the wrong language passes', async () => {
  const texts = knownTexts();
  const figures = { texts: texts.length, alarms: 0, missed: 0 };
  for (const { text, language } of texts) {
    if ((await otherLanguageThan(language, text)) !== null) figures.alarms += 1;
    const other = language === 'English' ? 'Bahasa Melayu' : 'English';
    if ((await otherLanguageThan(other, text)) !== language) figures.missed += 1;
  }
  console.info('language of short posts:', figures);
  expect(figures.texts).toBeGreaterThan(350);
  expect(figures.alarms).toBeLessThanOrEqual(figures.texts / 200);
  expect(figures.missed).toBeLessThanOrEqual(figures.texts / 50);
});

test.each([
  ['Wah, our kopi memang syok lah, you all must try!', true],
  ['Good morning, the bread is ready for you.', false],
  ['Selamat pagi, roti kami sudah siap untuk anda.', false],
])('%j mixes English and Malay: %j', (text, isMixed) => expect(isManglish(text)).toBe(isMixed));

test.each([
  ['Write in Manglish about bread', true],
  ['Tulis dalam bahasa campuran', true],
  ['Mandarin posts for our Chinese customers', true],
  ['Write about fresh bread', false],
])('%j asks for another language: %j', (request, isAsked) => expect(asksForMix(request)).toBe(isAsked));
