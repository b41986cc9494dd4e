import { expect, test } from 'vitest';
import { aboveMedian, findBestHours, median, type TimedResult } from './best-hours.ts';
import { chanceFrom } from './seeded-chance.ts';

const TUESDAY_19 = 24 + 19;

/** Reactions as pages have them: few posts do very well. Their median is `middle`. */
function reactions(chance: () => number, middle: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return Math.round(middle * Math.exp(0.8 * normal));
}

/** Posts at the page's usual hours, of which `at` does `lift` times as well. */
function pageOf(seed: number, count: number, { lift = 1, growth = 1 } = {}): TimedResult[] {
  const chance = chanceFrom(seed);
  const usual = [9, 12, 19, 20].flatMap((hour) => [0, 1, 3, 4].map((day) => day * 24 + hour));
  return Array.from({ length: count }, (_, place) => {
    const hourOfWeek = usual[Math.floor(chance() * usual.length)] ?? 0;
    const isLifted = hourOfWeek === TUESDAY_19 || hourOfWeek === TUESDAY_19 + 1;
    return { hourOfWeek, engagement: reactions(chance, 40 * growth ** (place / count) * (isLifted ? lift : 1)) };
  });
}

test('an hour that does much better is found, with its evidence', () => {
  const { posts, best } = findBestHours(pageOf(1, 160, { lift: 4 }));
  expect(posts).toBe(160);
  expect(best[0]).toMatchObject({ weekday: 2, fromHour: 19 });
  expect(best[0]?.posts).toBeGreaterThanOrEqual(10);
  expect(best[0]?.low).toBeGreaterThan(0);
  expect(best[0]?.percent).toBeGreaterThan(best[0]?.low ?? 0);
  expect(best[0]?.high).toBeGreaterThan(best[0]?.percent ?? 0);
});

test('an hour that does better on every day is found as one', () => {
  const chance = chanceFrom(2);
  const posts = Array.from({ length: 120 }, () => {
    const [day, hour] = [Math.floor(chance() * 7), [8, 13, 20][Math.floor(chance() * 3)] ?? 0];
    return { hourOfWeek: day * 24 + hour, engagement: reactions(chance, hour === 20 ? 120 : 40) };
  });
  expect(findBestHours(posts).best[0]).toMatchObject({ weekday: null });
  expect([19, 20]).toContain(findBestHours(posts).best[0]?.fromHour);
});

test('among pure noise a best hour is rarely said', () => {
  const wrong = Array.from({ length: 200 }, (_, seed) => findBestHours(pageOf(1000 + seed, 60 + seed)).best.length > 0);
  expect(wrong.filter(Boolean).length).toBeLessThanOrEqual(16);
});

test('growth of a page does not make the hours of its latest posts look good', () => {
  const wrong = Array.from({ length: 60 }, (_, seed) => {
    const posts = pageOf(5000 + seed, 150, { growth: 3 });
    // In its last weeks the page posts at one hour more than before.
    return findBestHours(posts.map((post, place) => (place > 120 ? { ...post, hourOfWeek: 5 * 24 + 15 } : post)));
  });
  expect(wrong.filter(({ best }) => best.length > 0).length).toBeLessThanOrEqual(9);
});

test.each([5, 8, 14, 40])('the interval holds the true median of %i posts in at least nine of ten cases', (count) => {
  const chance = chanceFrom(count);
  const cases = 300;
  const held = Array.from({ length: cases }, () => {
    const { low, high } = aboveMedian(Array.from({ length: count }, () => reactions(chance, 1380) / 1000));
    return low <= 38 && 38 <= high;
  });
  expect(held.filter(Boolean).length / cases).toBeGreaterThanOrEqual(0.9);
});

test('four posts of an hour say nothing, however well they did', () => {
  const usual = Array.from({ length: 30 }, (_, place) => ({ hourOfWeek: 9, engagement: 20 + (place % 7) }));
  const few = Array.from({ length: 4 }, () => ({ hourOfWeek: TUESDAY_19, engagement: 9000 }));
  expect(findBestHours([...usual, ...few]).best).toEqual([]);
  expect(findBestHours(few)).toEqual({ posts: 4, slots: 0, best: [] });
});

test('a page whose posts had no reactions has no best hour', () => {
  const posts = Array.from({ length: 60 }, (_, place) => ({ hourOfWeek: place % 168, engagement: 0 }));
  expect(findBestHours(posts).best).toEqual([]);
});

test('posts that all did the same have no best hour', () => {
  const posts = Array.from({ length: 60 }, (_, place) => ({ hourOfWeek: place % 5, engagement: 12 }));
  expect(findBestHours(posts).best).toEqual([]);
});

test('an hour over midnight is one, also from Sunday to Monday', () => {
  const chance = chanceFrom(9);
  const posts = Array.from({ length: 120 }, (_, place) => {
    const isLate = place % 4 === 0;
    return {
      hourOfWeek: isLate ? [167, 0][(place / 4) % 2]! : 24 + (place % 60),
      engagement: reactions(chance, isLate ? 200 : 40),
    };
  });
  expect(findBestHours(posts).best[0]).toMatchObject({ weekday: 7, fromHour: 23, posts: 30 });
});

test('the same posts give the same words', () => {
  expect(findBestHours(pageOf(3, 90, { lift: 3 }))).toEqual(findBestHours(pageOf(3, 90, { lift: 3 })));
});

test('the median of an even number of posts lies between the middle two', () => {
  expect(median([1, 9, 3, 5])).toBe(4);
});
