import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '1 KB'],
  [1, '1 KB'],
  [980 * 1024, '980 KB'],
  [1024 ** 2, '1 MB'],
  [12.4 * 1024 ** 2, '12.4 MB'],
  [20 * 1024 ** 3, '20 GB'],
  [5000 * 1024 ** 3, '5,000 GB'],
])('%i bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
