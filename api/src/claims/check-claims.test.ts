import { describe, expect, test } from 'vitest';
import { FACEBOOK_TEXT_LIMIT } from '../contract/composing.ts';
import { checkClaims, CHECKED_TOKENS } from './check-claims.ts';

const check = (text: string, source: string) => checkClaims(text, [{ where: 'brief', text: source }]).claims;
const unsourced = (text: string, source = '') =>
  check(text, source)
    .filter((claim) => claim.source === null)
    .map((claim) => `${claim.kind}: ${claim.text}`);

describe('a claim has a source however it is written', () => {
  test.each([
    ['RM1,200', 'RM 1200'],
    ['RM 1.2k', 'RM1200'],
    ['seribu dua ratus ringgit', 'RM1,200'],
    ['RM 2.3 juta', 'RM2,300,000'],
    ['seringgit setengah', 'RM1.50'],
    ['90 sen', 'RM0.90'],
    ['twelve hundred people', '1 200 people'],
    ['a dozen eggs', '12 eggs'],
    ['dua belas ribu orang', '12,000'],
    ['20 peratus', '20%'],
    ['half price', '50% off'],
    ['setengah kilo', '500g'],
    ['two and a half hours', '2.5 hours'],
    ['a two-hour class', '120 minutes'],
    ['Jan 5', '5 Januari'],
    ['5hb Januari', '5 Jan 2027'],
    ['31 Ogos', 'August 31st'],
    ['13/12', '13 December'],
    ['until 9 December', '7-10 Dec'],
    ['on Saturday', '5 December 2026'],
    ['every Thursday', 'Tue-Sun 8am'],
    ['Jumaat', 'closed Fridays'],
    ['back in May', '5 May'],
    ['the May sale', 'Jualan bulan Mei'],
    ['until March', 'sale in march'],
    ['pada bulan Mac', 'March'],
    ['dibuka di Mei', 'promosi mei'],
    ['Jun lalu', 'June 2026'],
    ['Promosi Jun', 'June offers'],
    ['sepanjang Ogos', 'August'],
    ['in May and June', 'May to July, 12 June'],
    ['closed on Sun', 'Tue-Sun 8am'],
    ['every Sat & Sun', 'Saturdays, Sundays'],
    ['9 pagi', '9am'],
    ['21:00', '9 malam'],
    ['pukul 7', '7 a.m.'],
    ['pukul tujuh', '7 a.m.'],
    ['pukul lapan setengah malam', '8.30pm'],
    ['at 2.30pm', '14:30'],
    ['at George Town', 'Georgetown'],
    ['visit KL', 'Kuala Lumpur'],
    ['says Bank Negara', 'Bank Negara Malaysia'],
    ['we love KuihRaya', '#KuihRaya'],
    ['our Galaxy A56', 'Samsung Galaxy A56 8GB'],
    ['call 012-345 6789', '+60123456789'],
    ['termurah di sini', 'the cheapest'],
    ['nombor satu', 'voted the best'],
    ['lebih laju daripada itu', 'faster than before'],
  ])('%s of %s', (text, source) => {
    expect(check(text, '')).not.toEqual([]);
    expect(unsourced(text, source)).toEqual([]);
  });
});

test('the hour before a price is no price', () =>
  expect(unsourced('Buka pukul tujuh, RM 14 sahaja. Meja lima & RM 3.')).toEqual([
    'time: pukul tujuh',
    'price: RM 14',
    'number: lima',
    'price: RM 3',
  ]));

describe('a claim has no source where it says something else', () => {
  test.each([
    ['RM 4.99', 'RM 4.90', ['price: RM 4.99']],
    ['14 outlets', 'RM 14', ['number: 14']],
    ['20%', '20 people', ['percentage: 20%']],
    ['5 kg', '5 km', ['quantity: 5 kg']],
    ['5 Jan 2028', '5 Jan 2027', ['date: 5 Jan 2028']],
    ['9am', '9pm', ['time: 9am']],
    ['esok', 'Saturday', ['date: esok']],
    ['back in May', 'you may ask in April', ['date: May']],
    ['since March', 'Sdn Bhd', ['date: March']],
    ['mulai Mac', 'Mei', ['date: Mac']],
    ['dibuka di Mei', 'menu', ['date: Mei']],
    ['pada bulan mei', 'menu', ['date: mei']],
    ['Promosi Jun', 'menu', ['date: Jun']],
    ['Promosi Mei Ling', 'menu Mei', ['name: Mei Ling']],
    ['closed on Mon', 'open Tue', ['date: Mon']],
    ['from Mei Ling', 'in May', ['name: Mei Ling']],
    ['works in Mac too', 'pada Jun', ['name: Mac']],
    ['says May', 'our chef', ['name: May']],
    ['our Galaxy A55', 'Galaxy A56', ['name: Galaxy', 'name: A55']],
    ['9 in 10 agree', '9 people, 10 days', ['number: 9 in 10']],
    ['the best in KL', 'a bakery in Kuala Lumpur', ['superlative: best']],
    ['twice as fast', 'fast', ['comparison: twice as']],
    ['says Mei Ling', 'our chef', ['name: Mei Ling']],
  ])('%s of %s', (text, source, found) =>
    expect(unsourced(text, source)).toEqual(expect.arrayContaining(found.slice(-1))),
  );
});

test.each([
  'Feel free to drop by, one bite is enough.',
  'Last but not least: thank you, best wishes to most of you!',
  'Terima kasih semua, terlalu sibuk hari ini.',
  '3 tips for you:\n1. Sleep\n2. Eat\n3. Smile',
  'Happy Monday! #BestCoffee #KL',
  'You may ask. This may help. Will you come, rose by rose?',
  'You are stronger than you think.',
  'Selamat Hari Raya dari kami semua.',
])('"%s" claims nothing', (text) => expect(check(text, '')).toEqual([]));

test('says where in the text, and where in which source', () => {
  const { claims, checkedTo } = checkClaims('Now RM 1,200!', [
    { where: 'page', text: 'Corner Bakery' },
    { where: 'brief', text: 'It costs seribu dua ratus ringgit.' },
  ]);
  expect(checkedTo).toBe(13);
  expect(claims[0]).toEqual({
    kind: 'price',
    text: 'RM 1,200',
    start: 4,
    end: 12,
    source: { where: 'brief', start: 9, end: 33 },
  });
});

test('a text of more words than any post has is looked at to a point, and says to which', () => {
  const words = 'a '.repeat(CHECKED_TOKENS);
  expect(checkClaims(`${words}RM 5`, [])).toEqual({ claims: [], checkedTo: words.length - 1 });
});

/** A pattern that backtracks, or a scan from each token to the end, takes minutes at this size. */
test.each([
  ['1 '],
  ['100 '],
  ['Aa '],
  ['twenty-'],
  ['the only '],
  ['-'],
  ['#'],
  ['@'],
  ['Mon-Sun '],
  ['1 to '],
  ['+0-'],
  ['a1-'],
  ['hundred and '],
  ['Ab. '],
])('the longest text of %j alone takes no longer than others', (part) => {
  const text = part.repeat(FACEBOOK_TEXT_LIMIT).slice(0, FACEBOOK_TEXT_LIMIT);
  const before = performance.now();
  check(text, text);
  expect(performance.now() - before).toBeLessThan(20_000);
});
