import { expect, test } from 'vitest';
import { buildPost } from '@pagecast/shell/kit/testing';
import { byTime } from './by-time.ts';

const scheduled = (id: number, scheduledAt: string | null) => buildPost({ id, status: 'scheduled', scheduledAt });

test('posts stand earliest first, those without a time last', () => {
  const posts = [
    scheduled(1, null),
    scheduled(2, '2026-11-23T00:00:00.000Z'),
    scheduled(3, '2026-11-22T00:00:00.000Z'),
  ];
  expect(byTime(posts).map((post) => post.id)).toEqual([3, 2, 1]);
});
