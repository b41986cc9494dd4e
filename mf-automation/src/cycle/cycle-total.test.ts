import { expect, test } from 'vitest';
import { buildConfiguration, buildSettings } from '../testing.ts';
import { describeTotal, totalOf } from './cycle-total.ts';

const settings = buildSettings({
  regenerationFrequency: 1,
  pageConfigurations: [
    buildConfiguration({ contentCount: 10 }),
    buildConfiguration({ contentCount: 1, mode: 'draft' }),
    buildConfiguration({ isEnabled: false }),
    buildConfiguration({ isAvailable: false }),
    buildConfiguration({ pause: { reason: 'The AI refused.', since: '2026-11-21T00:00:00.000Z' } }),
  ],
});

test('a cycle counts what fits on pages that are switched on, connected and not paused', () => {
  expect(totalOf(settings, 30)).toEqual({
    pages: 2,
    posts: 3,
    drafts: 1,
    leftOut: 8,
    idlePages: 2,
    spacingMinutes: 30,
  });
});

test('the plan says how many go out unread, how many wait, and what does not fit', () => {
  expect(describeTotal(totalOf(settings, 30), 1)).toEqual([
    '3 posts every hour on 2 pages.',
    '2 posts will be published without review.',
    '1 post will wait for approval.',
    "8 more posts won't fit at 30 minutes apart.",
    '2 pages are turned on, but paused or not connected.',
  ]);
});

test('a plan without a page says what to do', () => {
  expect(describeTotal(totalOf(buildSettings({ pageConfigurations: [] }), 30), 6)).toEqual([
    'Nothing would be posted. Turn on at least one connected page below.',
  ]);
});
