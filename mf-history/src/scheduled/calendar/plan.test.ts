import type { CalendarPost } from '@pagecast/api/contract';
import { describe, expect, test } from 'vitest';
import { buildCalendarPost } from './build-calendar-post.ts';
import { byDay, collisionsOf, gapsOf, nextFreeDay, withMoves } from './plan.ts';

const post = (id: number, scheduledAt: string, part: Partial<CalendarPost> = {}) =>
  buildCalendarPost(id, `2026-11-${scheduledAt}:00.000Z`, part);

test("a post stands on the day it has in the person's zone", () => {
  const posts = [post(1, '20T15:59'), post(2, '20T16:00'), post(3, '21T04:30')];
  const ids = (timeZone: string) => [...byDay(posts, timeZone)].map(([day, found]) => [day, found.map(({ id }) => id)]);
  expect(ids('Asia/Kuala_Lumpur')).toEqual([
    ['2026-11-20', [1]],
    ['2026-11-21', [2, 3]],
  ]);
  expect(ids('America/New_York')).toEqual([['2026-11-20', [1, 2, 3]]]);
});

test('a move shows in its new place before the server has answered, and puts the order right', () => {
  const posts = [post(1, '20T08:00'), post(2, '21T08:00')];
  expect(withMoves(posts, new Map())).toBe(posts);
  expect(withMoves(posts, new Map([[1, '2026-11-22T08:00:00.000Z']])).map(({ id }) => id)).toEqual([2, 1]);
});

describe('posts that are too close', () => {
  const minutes = (posts: CalendarPost[]) =>
    [...collisionsOf(posts, 30)].map(([id, collision]) => [id, collision.minutes, collision.other.id]);

  test.each([
    ['thirty minutes are enough', '08:30', []],
    [
      'twenty-nine are not',
      '08:29',
      [
        [1, 29, 2],
        [2, 29, 1],
      ],
    ],
    [
      'the same minute is not',
      '08:00',
      [
        [1, 0, 2],
        [2, 0, 1],
      ],
    ],
  ])('on one page: %s', (_, time, expected) =>
    expect(minutes([post(1, '20T08:00'), post(2, `20T${time}`)])).toEqual(expected),
  );

  test('also over midnight, and whichever is nearest is named', () => {
    expect(minutes([post(1, '20T23:40'), post(2, '21T00:05'), post(3, '21T00:10')])).toEqual([
      [1, 25, 2],
      [2, 5, 3],
      [3, 5, 2],
    ]);
  });

  test('posts of other pages, and of the tech site, are never too close', () => {
    const site = { facebookPageId: null, pageName: null, publishPlatform: 'fiztech' } as const;
    expect(
      minutes([
        post(1, '20T08:00'),
        post(2, '20T08:01', { facebookPageId: 8 }),
        post(3, '20T08:01', site),
        post(4, '20T08:02', site),
      ]),
    ).toEqual([]);
  });
});

describe('days without a post', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'];
  const planned = new Map([
    ['2026-11-20', 1],
    ['2026-11-23', 1],
  ]);

  test('are those between today and the last planned post', () => {
    expect([...gapsOf(days, planned, { today: '2026-11-20', last: '2026-11-23' })]).toEqual([
      '2026-11-21',
      '2026-11-22',
    ]);
    expect([...gapsOf(days, planned, { today: '2026-11-21', last: '2026-12-24' })]).toEqual([
      '2026-11-22',
      '2026-11-24',
      '2026-11-25',
    ]);
  });

  test('are none where nothing is planned at all', () =>
    expect(gapsOf(days, new Map(), { today: '2026-11-20', last: null }).size).toBe(0));

  test('the next of them is found, as far as the calendar goes', () => {
    expect([
      nextFreeDay('2026-11-20', days, planned),
      nextFreeDay('2026-11-22', days, planned),
      nextFreeDay('2026-11-25', days, planned),
    ]).toEqual(['2026-11-21', '2026-11-24', null]);
  });
});
