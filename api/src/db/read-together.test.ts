import { expect, test } from 'vitest';
import { readTogether } from './read-together.ts';

test('what is asked at the same time is read at once, and what is asked later is read later', async () => {
  const reads: (readonly number[])[] = [];
  let letGo = () => {};
  const read = readTogether(async (keys: readonly number[]) => {
    reads.push(keys);
    if (reads.length === 1)
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
    return keys.map((key) => key * 10);
  });
  const first = [read(1), read(2)];
  await Promise.resolve();
  await expect.poll(() => reads).toEqual([[1, 2]]);
  const second = [read(3), read(1)];
  letGo();
  expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 10]);
  expect(reads).toEqual([
    [1, 2],
    [3, 1],
  ]);
});

test('a failure is told to those who asked, and to nobody after them', async () => {
  let reads = 0;
  const read = readTogether(async (keys: readonly number[]) => {
    reads += 1;
    if (reads === 1) throw new Error('away');
    return keys;
  });
  const failed = [read(1), read(2)];
  await expect(failed[0]).rejects.toThrow('away');
  await expect(failed[1]).rejects.toThrow('away');
  expect(await read(3)).toBe(3);
});
