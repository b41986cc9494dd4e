import type { PostResult } from '@pagecast/api/contract';
import { expect, test } from 'vitest';
import { describeComparison, describeResult } from './describe-result.ts';

const comparison = { median: 40, percent: 38, posts: 14, ageHours: [1, 3] as [number, number], isBest: false };
const figures = { likes: 50, comments: 4, shares: 1, engagement: 55, readAt: '2026-11-23T09:00:00.000Z' };
const result = (facts: Partial<PostResult>): PostResult => ({
  postId: 1,
  figures,
  missing: null,
  isGone: false,
  comparison,
  notCompared: null,
  ...facts,
});

test.each<[Partial<PostResult>, string]>([
  [{}, '38% above median'],
  [{ comparison: { ...comparison, percent: -5 } }, '5% below median'],
  [{ comparison: { ...comparison, percent: 1204 } }, '1,204% above median'],
  [{ comparison: { ...comparison, percent: 0 } }, 'At the median'],
  [{ comparison: { ...comparison, percent: null, median: 0 } }, 'Above the median of 0'],
  [{ comparison: null, notCompared: 'too-early' }, 'Too early to compare'],
  [{ comparison: null, notCompared: 'too-few' }, 'Too few posts to compare'],
  [
    { comparison: null, notCompared: 'too-few', soFar: { posts: 2, first: figures.readAt, ageHours: [1, 3] } },
    'Too few posts to compare: 2 of 5 so far',
  ],
  [{ figures: null, comparison: null, missing: 'not-yet', notCompared: 'no-figures' }, 'Figures not read yet'],
  [{ figures: null, comparison: null, missing: 'unreadable', notCompared: 'no-figures' }, "Figures couldn't be read"],
  [{ figures: null, comparison: null, missing: 'none-there', notCompared: 'no-figures' }, 'No reactions on this site'],
])('%j is told as %j', (facts, words) => expect(describeResult(result(facts))).toBe(words));

test.each<[PostResult['comparison'] & object, string]>([
  [comparison, 'when they were 1 h to 3 h old.'],
  [{ ...comparison, ageHours: [12, 24] }, 'when they were 12 h to 1 day old.'],
  [{ ...comparison, ageHours: [168, null] }, 'when they were 7 days or more old.'],
])('it says what a post is compared with: %j', (compared, words) =>
  expect(describeComparison(compared)).toBe(
    `The median is 40: that of 14 posts of this page from the last 90 days, ${words}`,
  ),
);
