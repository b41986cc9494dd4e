import type { Post } from '@pagecast/api/contract';
import { buildPost } from '@pagecast/shell/kit/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeAction } from './describe-action.ts';
import { describeOutcome } from './describe-outcome.ts';
import { afterSuccess, emptyDraft, withGenerated, withPreviousText, type Draft } from '../drafts/draft.ts';
import { formatArticle, readArticle } from './tech-article.ts';

const timeZone = 'Asia/Kuala_Lumpur';
const now = new Date('2026-11-21T08:00:00+08:00');

// Of another year, days are said with it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

test('without a page it asks for one', () => {
  expect(describeAction(emptyDraft, null, { timeZone, now })).toBe('Choose a page to publish to.');
});

test.each([
  ['', '', 'Publishes to Corner Bakery right away.'],
  ['2026-11-24', '', 'Add a time to schedule this post, or clear the date to publish it now.'],
  ['', '09:00', 'Add a date to schedule this post, or clear the time to publish it now.'],
  ['2026-11-21', '07:59', 'This time has passed. Choose a later one.'],
])('with date %j and time %j the button says: %s', (date, time, sentence) => {
  expect(describeAction({ ...emptyDraft, schedule: { date, time } }, 'Corner Bakery', { timeZone, now })).toBe(
    sentence,
  );
});

test('a planned post tells page, day, time, zone and how far away that is', () => {
  const sentence = describeAction({ ...emptyDraft, schedule: { date: '2026-11-21', time: '11:10' } }, null, {
    timeZone,
    now,
  });
  expect(sentence).toBe('Choose a page. Your post goes out on Sat 21 Nov, 11:10 (GMT+8), in 3 h 10 min.');
});

test('a time that the clocks skip is not called one that has passed', () => {
  const sentence = describeAction({ ...emptyDraft, schedule: { date: '2027-03-14', time: '02:30' } }, null, {
    timeZone: 'America/New_York',
    now,
  });
  expect(sentence).toBe("This time doesn't exist. Choose another one.");
});

test.each<[Post['status'], 'published' | 'scheduled', string, boolean]>([
  ['published', 'published', 'Published to Facebook', true],
  ['scheduled', 'scheduled', 'Post Scheduled', true],
  ['publishing', 'published', 'Publishing Post', true],
  ['scheduled', 'published', 'Publishing Post', true],
  ['failed', 'published', 'Publish Failed', false],
])('a post that comes back as %s when asked for %s is called %j', (status, asked, title, isDone) => {
  const outcome = describeOutcome(buildPost({ status }), asked, timeZone);
  expect([outcome.toast.title, outcome.isDone]).toEqual([title, isDone]);
});

test("why a post did not go out is told in the server's words", () => {
  const post = buildPost({
    status: 'failed',
    problem: { code: 'content', message: 'Facebook refused this text.', action: null },
  });
  expect(describeOutcome(post, 'published', timeZone).toast).toEqual({
    tone: 'destructive',
    title: 'Publish Failed',
    description: 'Facebook refused this text.',
  });
});

test('a post that has to wait is not called published, and why it waits is told', () => {
  const post = buildPost({
    status: 'scheduled',
    problem: { code: 'blocked', message: 'Facebook has stopped posts for now.', action: null },
  });
  expect(describeOutcome(post, 'published', timeZone)).toEqual({
    toast: { tone: 'default', title: 'Post On Hold', description: 'Facebook has stopped posts for now.' },
    isDone: true,
  });
});

test('after success tone, texts, schedule and mode start afresh; page, type and topic stay', () => {
  const article = { ...emptyDraft.article, productName: 'Phone X' };
  const used: Draft = {
    platform: 'facebook',
    generationId: 3,
    replacedGenerationId: 2,
    article,
    mode: 'manual',
    pageId: '7',
    contentType: 'story',
    keywords: 'oven',
    tone: 'Exciting',
    language: 'Bahasa Melayu',
    length: 'Short',
    generated: 'a',
    replaced: 'b',
    manual: 'c',
    schedule: { date: '2026-11-24', time: '09:00' },
    failedPostId: 9,
  };
  expect(afterSuccess(used)).toEqual({
    ...emptyDraft,
    article,
    pageId: '7',
    contentType: 'story',
    keywords: 'oven',
    language: 'Bahasa Melayu',
    length: 'Short',
  });
});

test('a text replaced by the next generation can be brought back, and the other way round', () => {
  const second = withGenerated(withGenerated(emptyDraft, { content: 'first', generationId: 1 }), {
    content: 'second',
    generationId: 2,
  });
  expect(second).toMatchObject({ replaced: 'first', generationId: 2 });
  expect(withPreviousText(second)).toMatchObject({
    generated: 'first',
    generationId: 1,
    replaced: 'second',
    replacedGenerationId: 2,
  });
});

test('a review sends its product, an article its category, and a review without product nothing', () => {
  expect(readArticle({ ...emptyDraft.article, productName: ' Phone X ' })).toEqual({
    contentType: 'review',
    productName: 'Phone X',
  });
  expect(
    readArticle({ ...emptyDraft.article, contentType: 'news', productName: 'Phone X', newsCategory: 'Gaming' }),
  ).toEqual({ contentType: 'news', newsCategory: 'Gaming' });
  expect(readArticle(emptyDraft.article)).toBeNull();
});

test('an article is shown as title, body and whatever else it holds', () => {
  expect(formatArticle({ title: 'Phone X', body: 'Good.', rating: 4, tags: ['phone', 'x'], image: null })).toBe(
    'Phone X\n\nGood.\n\nRating: 4\nTags: phone, x',
  );
});
