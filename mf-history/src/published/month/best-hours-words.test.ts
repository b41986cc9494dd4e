import { expect, test } from 'vitest';
import { describeEvidence, describeHours, describeTooFew } from './best-hours-words.ts';

const hour = { weekday: 2, fromHour: 19, toHour: 21, posts: 14, percent: 38, low: 5, high: 71 };

test('a best hour is told with what it rests on', () => {
  expect(describeEvidence(hour)).toBe('14 posts on Tuesdays 19-21: 38 % above median, likely +5 to +71');
});

test.each([
  [{ ...hour, weekday: null, fromHour: 7, toHour: 9 }, 'any day 7-9'],
  [{ ...hour, weekday: 7, fromHour: 22, toHour: 0 }, 'Sundays 22-24'],
  [{ ...hour, weekday: 1, fromHour: 23, toHour: 1 }, 'Mondays 23-1'],
])('%j is %s', (given, words) => expect(describeHours(given)).toBe(words));

test('a page without one is told why', () => {
  expect(describeTooFew({ posts: 0, slots: 0 })).toBe(
    'Not enough posts to tell: none from the last 90 days has figures yet.',
  );
  expect(describeTooFew({ posts: 1, slots: 0 })).toBe(
    'Not enough posts to tell. We need five at the same time of the week, and found 1 post from the last 90 days.',
  );
  expect(describeTooFew({ posts: 120, slots: 8 })).toBe(
    'Not enough posts to tell. Among 120 posts from the last 90 days, no time of the week stands out from chance.',
  );
});
