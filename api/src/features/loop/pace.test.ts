import { expect, test } from 'vitest';
import { pacing } from './pace.ts';

const noted = (pace: ReturnType<typeof pacing>, times: number, ms: number) => {
  for (let n = 0; n < times; n += 1) pace.note(ms);
  return pace.limit();
};

test('as many posts as there are places go out while the database answers at once, be it far away', () => {
  expect(noted(pacing(), 200, 2)).toBe(48);
  expect(noted(pacing(), 200, 60)).toBe(48);
});

test('fewer go out while its answers are waited for, never none, and more again afterwards', () => {
  const pace = pacing();
  noted(pace, 200, 2);
  expect(noted(pace, 60, 40)).toBeLessThan(48);
  expect(noted(pace, 400, 40)).toBe(32);
  expect(noted(pace, 300, 2)).toBe(48);
});

test('a single slow answer changes nothing', () => {
  const pace = pacing();
  noted(pace, 200, 2);
  pace.note(90);
  expect(noted(pace, 20, 2)).toBe(48);
});
