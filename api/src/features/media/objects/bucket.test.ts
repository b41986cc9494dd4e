import { expect, test } from 'vitest';
import { partBytesOf } from './bucket.ts';

const [MB, GB] = [1024 ** 2, 1024 ** 3];

test.each([
  [0, 8 * MB],
  [50 * GB, 8 * MB],
  [84 * GB, Math.ceil((84 * GB) / 9000)],
  [200 * GB, Math.ceil((200 * GB) / 9000)],
])('a file of %i bytes goes out in parts of %i', (bytes, part) => {
  expect(partBytesOf(bytes)).toBe(part);
  expect(bytes / part).toBeLessThan(10_000);
});
