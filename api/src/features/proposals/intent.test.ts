import { describe, expect, test } from 'vitest';
import { contentHash, intentHash, isSameTime, linksIn, normalised, sameTimesOf } from './intent.ts';

const of = (content: string, facts: object = {}) =>
  intentHash({ facebookPageId: 1, content, media: [], placement: 'feed', ...facts });

describe('the same post is known again', () => {
  test.each([
    ['with other spaces and lines', 'Fresh bread  from seven.\r\n\r\nCome in!'],
    ['with signs that nobody sees', 'Fresh\u200b bread\u00ad from\u2060 seven. Come\ufeff in!'],
    ['in another letter case', 'FRESH bread from Seven. come in!'],
    ['with letters drawn otherwise', 'Ｆresh bread from seven. Come in!'],
  ])('%s', (_, again) => {
    expect(of(again)).toBe(of('Fresh bread from seven. Come in!'));
  });

  test.each([
    ['a composed letter', 'Café', 'Cafe\u0301'],
    ['quotes that a keyboard sets', 'It’s “fresh” – today…', 'It\'s "fresh" - today...'],
    ['an emoji drawn in color', 'Love ❤', 'Love ❤\ufe0f'],
    [
      'a link that somebody counts',
      'See https://www.kedai.my/menu/?utm_source=x&fbclid=1&b=2&a=1.',
      'See http://kedai.my/menu?a=1&b=2.',
    ],
  ])('for %s', (_, one, other) => {
    expect(of(one)).toBe(of(other));
  });

  test.each([
    ['another word', 'Fresh bread from seven.', 'Fresh bread from eight.'],
    ['another link', 'See https://kedai.my/a', 'See https://kedai.my/b'],
    ['another question in a link', 'See https://kedai.my/?p=1', 'See https://kedai.my/?p=2'],
  ])('and not for %s', (_, one, other) => {
    expect(of(one)).not.toBe(of(other));
  });

  test('by its page, its files in order, and where it is shown', () => {
    const hashes = [
      of('A'),
      of('A', { facebookPageId: 2 }),
      of('A', { media: ['x', 'y'] }),
      of('A', { media: ['y', 'x'] }),
      of('A', { placement: 'story' }),
    ];
    expect(new Set(hashes).size).toBe(5);
  });

  test('in no time, however long it is and whatever it is made of', () => {
    const hostile = 'https://a.my/'.repeat(4000) + '\u0301'.repeat(10_000) + '(((('.repeat(1000);
    const began = process.cpuUsage().user;
    normalised(hostile);
    linksIn(hostile);
    expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
  });
});

const approved = {
  content: 'A',
  facebookPageId: 1,
  mediaType: 'image',
  placement: 'feed',
  scheduledAt: '2026-12-01T09:00:00.000Z',
  media: [
    { sha256: 'x', altText: 'Bread' },
    { sha256: 'y', altText: null },
  ],
};
test.each([
  ['text', { content: 'A ' }],
  ['page', { facebookPageId: 2 }],
  ['minute', { scheduledAt: '2026-12-01T09:01:00.000Z' }],
  ['kind', { placement: 'story' }],
  ['order of files', { media: approved.media.toReversed() }],
  ['alt text', { media: [{ sha256: 'x', altText: 'Cake' }, approved.media[1]!] }],
])('an approval is of one %s', (_, change) => {
  expect(contentHash({ ...approved, ...change })).not.toBe(contentHash(approved));
});

describe('the same content', () => {
  const now = new Date('2026-12-01T09:00:00Z');
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
  const known = (facts: object) => ({ scheduledAt: null, isOpen: false, at: now, ...facts });

  test.each([
    ['for a time of the same day is the same', known({ scheduledAt: days(3) }), days(3.9), true],
    ['for another day is another post', known({ scheduledAt: days(3) }), days(5), false],
    [
      'without a time is the one that still waits',
      known({ scheduledAt: days(40), isOpen: true, at: days(-20) }),
      null,
      true,
    ],
    ['without a time is the one of this week', known({ at: days(-6) }), null, true],
    ['without a time is another one after that', known({ at: days(-8) }), null, false],
  ])('%s', (_, before, scheduledAt, isSame) => {
    expect(isSameTime(before, { scheduledAt, now })).toBe(isSame);
  });

  test('lies within the times that are looked at, which are all where one of those asked for is not known', () => {
    const asked = [days(3), days(1), days(9)];
    const looked = sameTimesOf(asked)!;
    for (const at of Array.from({ length: 300 }, (_, n) => days(-1 + n / 24)))
      if (asked.some((scheduledAt) => isSameTime(known({ scheduledAt: at }), { scheduledAt, now })))
        expect(at >= looked.from && at <= looked.to).toBe(true);
    expect(looked).toEqual({ from: days(0), to: days(10) });
    expect(sameTimesOf([...asked, null])).toBeNull();
  });
});
