import { describe, expect, test } from 'vitest';
import { emptyDraft, severalFrom, type Draft, type Several } from '../../drafts/draft.ts';
import { describeSeveral } from './describe-several.ts';
import {
  afterComposition,
  differencesOf,
  readComposition,
  readMinutes,
  withOwn,
  withOwnTimes,
  withPages,
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
    expect(withOwn(own, '9', {}).pages).toEqual(several().pages);
  });

  test('goes out minutes apart, or at the best times', () => {
    expect(bodyOf(several({ spread: 'apart', minutesApart: '15' }))).toMatchObject({ staggerMinutes: 15 });
    expect(bodyOf(several({ spread: 'best' }))).toMatchObject({ status: 'scheduled', atBestTime: true });
    expect(bodyOf(several())).not.toHaveProperty('staggerMinutes');
  });

  test.each([
    ['no page', several({ pages: [] }), draft, 'Please select a Facebook page to publish this post.'],
    ['no text', several(), emptyDraft, 'Please generate content first.'],
    ['no minutes', several({ spread: 'apart', minutesApart: '1441' }), draft, 'Enter a whole number of minutes'],
    ['a page without text', withOwn(several(), '9', { content: ' ' }), draft, 'Page 9: Please enter your content.'],
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
  [{ spread: 'apart' }, tomorrow, 'Goes out on 2 pages from Sun 22 Nov, 9:00'],
  [{}, { date: '2026-11-22', time: '' }, 'Add a time to schedule this post'],
])('%j with %j says what the button does', (change, schedule, words) => {
  expect(describeSeveral({ ...draft, schedule }, several(change), given)).toContain(words);
});
