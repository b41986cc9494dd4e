import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contentOf, emptyDraft, severalFrom, type Draft, type Several } from '../../drafts/draft.ts';
import { describeSeveral } from './describe-several.ts';
import { readComposition } from './read-composition.ts';
import {
  afterComposition,
  differencesOf,
  draftOf,
  imagesOf,
  readMinutes,
  spreadOf,
  withCommon,
  withOwn,
  withOwnTimes,
  withPages,
  withSpread,
} from './several.ts';

const now = new Date('2026-11-21T08:00:00Z');
const given = { timeZone: 'UTC', now, nameOf: (pageId: string) => `Page ${pageId}` };
const draft: Draft = { ...emptyDraft, mode: 'manual', manual: 'Fresh bread.' };
const tomorrow = { date: '2026-11-22', time: '09:00' };
const several = (change: Partial<Several> = {}): Several => ({
  ...severalFrom('7'),
  pages: [{ pageId: '7' }, { pageId: '9' }],
  ...change,
});
const bodyOf = (of: Several, from: Draft = draft) => {
  const reading = readComposition(from, of, given);
  if ('problem' in reading) throw new Error(reading.problem.description);
  return reading.body;
};

// Of another year, days are said with it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

describe('a composition', () => {
  test('is the common text, and for each page what it has of its own', () => {
    const own = withOwn(several(), '9', { content: 'Bread at nine.', schedule: tomorrow });
    expect(bodyOf(own)).toMatchObject({
      content: 'Fresh bread.',
      status: 'published',
      scheduledAt: null,
      pages: [
        { facebookPageId: 7 },
        { facebookPageId: 9, content: 'Bread at nine.', scheduledAt: '2026-11-22T09:00:00.000Z' },
      ],
    });
    expect(own.pages.map(differencesOf)).toEqual([[], ['Own text', 'Own time']]);
    expect(withOwn(own, '9', { content: undefined, schedule: undefined }).pages).toEqual(several().pages);
  });

  test('has one link and the same images, but for pages with their own or with none', () => {
    const image = (id: number, altText = '') => ({ id, width: 4, height: 3, altText });
    const common = several({ link: ' https://bread.example ', images: [image(1, 'Loaves'), image(2)] });
    const own = withOwn(withOwn(common, '7', { link: '', images: [] }), '9', { images: [image(3)] });
    expect(bodyOf(own)).toMatchObject({
      link: 'https://bread.example',
      mediaType: 'image',
      media: [
        { id: 1, altText: 'Loaves' },
        { id: 2, altText: null },
      ],
      pages: [
        { facebookPageId: 7, link: null, mediaType: 'text', media: [] },
        { facebookPageId: 9, mediaType: 'image', media: [{ id: 3, altText: null }] },
      ],
    });
    expect(own.pages.map(differencesOf)).toEqual([['Own link', 'Own images'], ['Own images']]);
    expect(own.pages.map((page) => [contentOf(draftOf(draft, own, page)), imagesOf(own, page).length])).toEqual([
      ['Fresh bread.', 0],
      ['Fresh bread.\n\nhttps://bread.example', 1],
    ]);
    expect(bodyOf(withCommon(common, { link: '', images: [] }))).toEqual(bodyOf(several()));
  });

  test('goes out at the instant of a slot that was chosen for one page alone', () => {
    const schedule = { ...tomorrow, slot: 7 };
    const own = withOwn(several(), '9', { schedule: { ...tomorrow, slot: 9 } });
    expect(bodyOf(own, { ...draft, schedule })).toMatchObject({
      scheduledAt: '2026-11-22T09:00:00.000Z',
      pages: [{ facebookPageId: 7 }, { facebookPageId: 9, scheduledAt: '2026-11-22T09:00:00.000Z' }],
    });
  });

  test('goes out minutes apart, or at the best times', () => {
    expect(bodyOf(several({ spread: 'apart', minutesApart: '15' }))).toMatchObject({ staggerMinutes: 15 });
    expect(bodyOf(several({ spread: 'best' }))).toMatchObject({ status: 'scheduled', atBestTime: true });
    expect(bodyOf(withSpread(several(), 'slots'))).toMatchObject({
      status: 'scheduled',
      scheduledAt: null,
      nextSlot: {},
    });
    expect(bodyOf(withSpread(several(), 'slots'), { ...draft, schedule: tomorrow })).toMatchObject({
      scheduledAt: null,
      nextSlot: { from: '2026-11-22T09:00:00.000Z' },
    });
    expect(bodyOf(several())).not.toHaveProperty('staggerMinutes');
    expect(spreadOf(withSpread(withSpread(several(), 'slots'), 'best'))).toBe('best');
  });

  test.each([
    ['no page', several({ pages: [] }), draft, 'Please select a Facebook page to publish this post.'],
    ['no text', several(), emptyDraft, 'Please generate content first.'],
    ['no minutes', several({ spread: 'apart', minutesApart: '1441' }), draft, 'Enter a whole number of minutes'],
    ['a page without text', withOwn(several(), '9', { content: ' ' }), draft, 'Page 9: Please enter your content.'],
    ['a link alone', withOwn(several({ link: 'https://a.b' }), '9', { content: '' }), draft, 'Page 9: Please enter'],
    ['no address for a link', several({ link: 'bread' }), draft, 'Enter an address that begins with http'],
    ['no address for a page', withOwn(several(), '9', { link: 'ftp://a.b' }), draft, 'Page 9: Enter an address'],
    [
      'a time of a page that is over',
      withOwn(several(), '9', { schedule: { date: '2026-11-20', time: '09:00' } }),
      draft,
      'Page 9: Please select a future date and time.',
    ],
  ])('with %s is not sent', (_, of, from, words) => {
    expect(readComposition(from, of, given)).toMatchObject({
      problem: { description: expect.stringContaining(words) },
    });
  });

  test('leaves its pages for the next text, without what they had of their own', () => {
    const left = afterComposition(draft, withOwn(several(), '9', { content: 'Own.' }));
    expect([left.manual, left.several?.pages]).toEqual(['', [{ pageId: '7' }, { pageId: '9' }]]);
  });
});

test('a page that stays chosen keeps what it has of its own, and is there once', () => {
  const own = withOwn(several(), '9', { content: 'Own.' });
  expect(withPages(own, ['9', '3', '9']).pages).toEqual([{ pageId: '9', content: 'Own.' }, { pageId: '3' }]);
  expect(withOwnTimes(own, [['9', tomorrow]]).pages[1]).toEqual({ pageId: '9', content: 'Own.', schedule: tomorrow });
});

test.each([
  ['0', 0],
  [' 90 ', 90],
  ['1440', 1440],
  ['1441', null],
  ['1.5', null],
  ['', null],
  ['-1', null],
])('%j is %j minutes', (typed, minutes) => expect(readMinutes(typed)).toBe(minutes));

test.each<[Partial<Several>, Draft['schedule'], string]>([
  [{ pages: [] }, emptyDraft.schedule, 'Choose the pages to publish to.'],
  [{}, emptyDraft.schedule, 'Publishes to 2 pages right away.'],
  [{ pages: [{ pageId: '7' }] }, emptyDraft.schedule, 'Publishes to 1 page right away.'],
  [{ spread: 'apart' }, emptyDraft.schedule, 'Publishes to 2 pages from now on, 10 min apart.'],
  [{ spread: 'best' }, emptyDraft.schedule, 'Goes out on 2 pages, on each at its best free time.'],
  [{ isInSlots: true }, emptyDraft.schedule, 'Goes out on 2 pages, on each at its next free slot.'],
  [{ isInSlots: true }, tomorrow, 'on each at its next free slot from Sun 22 Nov, 9:00'],
  [{ spread: 'apart' }, tomorrow, 'Goes out on 2 pages from Sun 22 Nov, 9:00'],
  [{}, { date: '2026-11-22', time: '' }, 'Add a time to schedule this post'],
])('%j with %j says what the button does', (change, schedule, words) => {
  expect(describeSeveral({ ...draft, schedule }, several(change), given)).toContain(words);
});
