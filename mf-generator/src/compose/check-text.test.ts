import { expect, test } from 'vitest';
import { checkText, tooLongForFacebook } from './check-text.ts';

const texts = (text: string) => checkText(text).map((finding) => finding.text);

test('a text as long as Facebook takes is fine, and one character more is told with what to do', () => {
  expect(checkText('x'.repeat(63_206))).toEqual([]);
  expect(checkText('x'.repeat(63_207))).toEqual([
    { tone: 'bad', text: 'Facebook allows up to 63,206 characters, and this post has 63,207. Shorten it by 1.' },
  ]);
});

test('an emoji of two halves is one character for Facebook', () => {
  expect(tooLongForFacebook('🍞'.repeat(63_206))).toBeNull();
  expect(tooLongForFacebook('🍞'.repeat(63_207))).toContain('this post has 63,207');
});

test.each([
  ['https://www.facebook.com/bakery', 'www.facebook.com'],
  ['fb.watch is fine, https://fb.watch/x is not', 'fb.watch'],
  ['http://localhost:3000/menu', 'localhost'],
  ['http://192.168.1.20/menu', '192.168.1.20'],
  ['https://intranet/menu', 'intranet'],
])('%j is warned about, by its host %s', (text, host) => {
  expect(texts(text)).toEqual([expect.stringContaining(host)]);
});

test.each(['https//bakery.example', 'http:/bakery.example', 'https;//bakery.example'])(
  '%s is no link, and that is said',
  (text) => {
    expect(texts(`Order at ${text}`)).toEqual([`“${text}” won't be a link. Start the address with https://.`]);
  },
);

test.each([
  'https://bakery.example/menu?a=1#top',
  'www.bakery.example',
  'Look at and/or, 10:30, https',
  'No links at all',
])('%j is fine', (text) => {
  expect(texts(text)).toEqual([]);
});

test('the same host is told once', () => {
  expect(texts('https://facebook.com/a https://facebook.com/b')).toHaveLength(1);
});

test('mentions by id are warned of once, and what only looks like one is not', () => {
  expect(texts('Thanks to @[123456789]!')).toEqual([
    "Facebook leaves out “@[123456789]” without saying so. Write the page's name instead.",
  ]);
  expect(texts('With @[123456789:Kedai Kopi] and @[987654321]')).toEqual([
    'Facebook leaves out “@[123456789:Kedai Kopi]” and other mentions like it without saying so. ' +
      "Write the page's name instead.",
  ]);
  expect(texts('Mail us @ [12] or @bakery, see [123456789] and @[x]')).toEqual([]);
});
