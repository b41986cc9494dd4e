import { expect, test } from 'vitest';
import { chanceFrom } from '../engagement/seeded-chance.ts';
import { signsOf, sketchOf } from './likeness.ts';
import { sketchIndex, sketchList } from './sketch-index.ts';

test('an index finds exactly those that comparing each finds, whatever their lengths', async () => {
  const chance = chanceFrom(7);
  const word = () =>
    Math.floor(chance() * 60)
      .toString(36)
      .repeat(3);
  const text = (words: number) => Array.from({ length: words }, word).join(' ');
  const wanted = new Date('2027-01-10T09:00:00Z');
  const all = Array.from({ length: 300 }, (_, id) => ({
    kind: 'post' as const,
    id,
    newness: 1 + (id % 3),
    at: wanted.getTime() + (id - 150) * 3_600_000,
    isSketched: true,
    sketch: Buffer.concat([Buffer.alloc(id % 5), sketchOf(signsOf(text(1 + (id % 40))))]),
    from: id % 5,
  }));
  const [index, list] = [await sketchIndex(all), sketchList(all)];
  for (const words of [1, 3, 8, 20, 60]) {
    const one = sketchOf(signsOf(text(words)));
    for (const most of [3, 300])
      expect(index.near(one, wanted, most).map(({ id }) => id)).toEqual(
        list.near(one, wanted, most).map(({ id }) => id),
      );
  }
  expect(index.near(sketchOf(new Set()), wanted, 10)).toEqual([]);
});
