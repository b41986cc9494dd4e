import { buildPost } from '@pagecast/shell/kit/testing';
import { expect, test } from 'vitest';
import { causeOf, lookAgainInMs } from './waiting-posts.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const scheduled = (id: number, scheduledAt: string | null) => buildPost({ id, status: 'scheduled', scheduledAt });

test.each([
  ['nothing waits', [], null],
  ['a post without a time never moves', [scheduled(1, null)], null],
  ['just after the next post is due', [scheduled(1, '2026-11-21T08:10:00.000Z'), scheduled(2, '2026-11-21T08:01:00.000Z')], 62_000],
  ['a due post is looked after soon', [scheduled(1, '2026-11-21T07:59:59.000Z')], 2000],
  ['a post that stays overdue is looked after less often', [scheduled(1, '2026-11-21T07:00:00.000Z')], 15_000],
  ['a post on its way is looked after every 3 s', [scheduled(1, '2026-11-21T09:00:00.000Z'), buildPost({ status: 'publishing' })], 3000],
  ['a far post does not outgrow what a timer can hold', [scheduled(1, '2027-11-21T08:00:00.000Z')], 86_400_000],
])('the list is looked at again: %s', (_, posts, expected) => {
  expect(lookAgainInMs(posts, now)).toBe(expected);
});

test('the server\'s cause comes before our own words', () => {
  expect(causeOf({ status: 'failed', problem: { code: 'x', message: 'Facebook refused it.', action: null } })).toBe('Facebook refused it.');
  expect(causeOf({ status: 'missed', problem: null })).toBe('Its time passed before it could go out. Nothing was published.');
});
