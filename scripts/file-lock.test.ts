import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withFileLock } from './file-lock.ts';

function lockFile(): string {
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-lock-')), 'lock');
}

test('work under one lock never overlaps', async () => {
  const file = lockFile();
  let inside = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3].map(() =>
      withFileLock(file, async () => {
        most = Math.max(most, ++inside);
        await sleep(20);
        inside -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(fs.existsSync(file)).toBe(false);
});

test('the lock of a process that died is taken over', async () => {
  const file = lockFile();
  fs.writeFileSync(file, '999999999');
  expect(await withFileLock(file, async () => 'done')).toBe('done');
});

test('work that fails gives the lock back', async () => {
  const file = lockFile();
  await expect(
    withFileLock(file, async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await withFileLock(file, async () => 'next')).toBe('next');
});
