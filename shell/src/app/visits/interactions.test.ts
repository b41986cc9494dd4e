import { expect, test } from 'vitest';
import { interactions } from './interactions.ts';

const HISTORY = { name: 'mf_history', version: '1.0.0' };
const MEDIA = { name: 'mf_media', version: '2.0.0' };

test('each area has the slowest of its own interactions, and begins anew once it was told', () => {
  const { add, take } = interactions();
  add(HISTORY, 7, 40);
  add(HISTORY, 14, 320);
  add(MEDIA, 21, 64);
  expect(take()).toEqual([
    { of: HISTORY, inpMs: 320 },
    { of: MEDIA, inpMs: 64 },
  ]);
  add(HISTORY, 28, 24);
  expect([take(), take()]).toEqual([[{ of: HISTORY, inpMs: 24 }], []]);
});

test('the events of one interaction are one, as long as the longest', () => {
  const { add, take } = interactions();
  for (const ms of [24, 104, 48]) add(HISTORY, 7, ms);
  expect(take()).toEqual([{ of: HISTORY, inpMs: 104 }]);
});

test.each([
  [49, 1000],
  [50, 900],
  [149, 800],
  [150, 700],
])('of %i interactions one in fifty does not count: %i ms', (count, inpMs) => {
  const { add, take } = interactions();
  for (let id = 1; id <= count; id += 1) add(HISTORY, id, id <= 10 ? 1100 - id * 100 : 16);
  expect(take()).toEqual([{ of: HISTORY, inpMs }]);
});

test('a day of typing takes the room of ten', () => {
  const { add, take } = interactions();
  for (let id = 1; id <= 5000; id += 1) add(HISTORY, id, 16 + (id % 100));
  expect(take()).toEqual([{ of: HISTORY, inpMs: 115 }]);
});
