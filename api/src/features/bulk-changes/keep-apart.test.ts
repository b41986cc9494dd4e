import { expect, test } from 'vitest';
import type { PageId, PostId } from '../../contract/ids.ts';
import { thoseTooClose, type Wanted } from './keep-apart.ts';

const PAGE = 1 as PageId;
const at = (minutes: number) => new Date(1_800_000_000_000 + minutes * 60_000);
const wanted = (id: number, to: number, from: number | null = null): Wanted => ({
  id: id as PostId,
  facebookPageId: PAGE,
  at: at(to),
  from: from === null ? null : { facebookPageId: PAGE, at: at(from) },
});
const stay = (posts: readonly Wanted[], taken: readonly number[] = [], spacing = 30) => [
  ...thoseTooClose(posts, new Map([[PAGE, taken.map(at)]]), spacing),
];

test('posts that keep half an hour from all others of their page may go', () => {
  expect(stay([wanted(1, 60), wanted(2, 90)], [30, 120])).toEqual([]);
});

test('one that comes closer to a post that is there stays', () => {
  expect(stay([wanted(1, 60), wanted(2, 95)], [31])).toEqual([1]);
});

test('of two that come too close to each other the first one goes', () => {
  expect(stay([wanted(1, 60), wanted(2, 89)])).toEqual([2]);
});

test('two that were as close before may be so again, and go nowhere that one of them stays', () => {
  const together = (posts: readonly Wanted[], taken: readonly number[] = []) => [
    ...thoseTooClose(posts, new Map([[PAGE, taken.map(at)]]), 30, { stoodTogether: true }),
  ];
  expect(together([wanted(1, 60, 1500), wanted(2, 70, 1510)])).toEqual([]);
  expect(together([wanted(1, 60, 1500), wanted(2, 70, 1510)], [35])).toEqual([1]);
  expect(together([wanted(1, 60, 1440), wanted(2, 1450, 2880)], [50])).toEqual([1, 2]);
});

test('a place that is left is free for another one', () => {
  expect(stay([wanted(1, 1440, 0), wanted(2, 2880, 1440)])).toEqual([]);
});

test('whoever stays keeps their place, and who was to have that one stays too', () => {
  expect(stay([wanted(1, 1440, 0), wanted(2, 2880, 1440), wanted(3, 4320, 2880)], [4330])).toEqual([3, 2, 1]);
});

test("posts of different pages are in nobody's way", () => {
  expect([...thoseTooClose([wanted(1, 60)], new Map([[2 as PageId, [at(60)]]]), 30)]).toEqual([]);
});

test('five hundred in a row, of which the last one stays, are looked through in no time', () => {
  const chain = Array.from({ length: 500 }, (_, n) => wanted(n + 1, (n + 1) * 60, n * 60));
  expect(stay(chain, [500 * 60])).toHaveLength(500);
});
