import { expect, test } from 'vitest';
import { describeChecks } from './describe-checks.ts';

const when = { pageName: 'Corner Bakery', at: new Date('2031-11-02T09:00:00Z'), timeZone: 'UTC', spacingMinutes: 30 };
const said = (links: { limit: number; holds: boolean; others: number } | null, isNow = false) =>
  describeChecks({ repetitions: [], near: [], links: links && { month: '2031-11', ...links } }, { ...when, isNow }).map(
    ({ text }) => text,
  );

test.each([
  [1, []],
  [2, ['With this post, Corner Bakery reaches its limit of 3 posts with links in November 2031.']],
  [3, ['With this post, Corner Bakery has 4 posts with links in November 2031. Its limit is 3.']],
])('beside %i others of at most 3 posts with links it says %j', (others, texts) =>
  expect(said({ limit: 3, holds: false, others })).toEqual(texts),
);

test('a planned post over the limit is kept back where its owner wants that, one for right now is not', () => {
  const over = { limit: 0, holds: true, others: 0 };
  expect(said(over)[0]).toMatch(/has 1 post with a link .* Posts over the limit aren't published until you decide\.$/);
  expect(said(over, true)[0]).not.toContain('until you decide');
});

test('without a link, or a limit, nothing is said', () => expect(said(null)).toEqual([]));

test.each([
  [undefined, 'The same post is scheduled on'],
  [null, 'The same post is scheduled on'],
  [{ name: 'Ravi Kumar' }, 'The same post by Ravi Kumar is scheduled on'],
])('of a post by %j it says whose it is, where that is somebody else', (author, words) => {
  const other = { id: 7, status: 'scheduled', at: '2031-11-02T09:10:00Z', excerpt: 'Warm loaves', author } as const;
  const told = { repetitions: [{ ...other, isExact: true }], near: [other], links: null };
  const [same, near] = describeChecks(told, { ...when, isNow: false });
  expect(same).toMatchObject({ postId: 7, text: expect.stringContaining(words) as string });
  expect(near?.text).toContain(author ? 'posts 10 min later by Ravi Kumar: “Warm loaves”' : 'later: “Warm loaves”');
});
