import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesIn, hashOfFile } from './file-hash.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-hash-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 5_000_000])('a file of %d bytes has its SHA-384', async (bytes) => {
  const content = Buffer.alloc(bytes, 'Fresh bread from seven. ');
  fs.writeFileSync(path.join(folder, 'file'), content);
  const hash = createHash('sha384').update(content).digest('hex');
  expect(await hashOfFile(path.join(folder, 'file'))).toBe(hash);
  expect(await filesIn(folder)).toEqual([{ path: 'file', hash, bytes }]);
});

test('a file that is not there has no hash', async () => {
  await expect(hashOfFile(path.join(folder, 'none'))).rejects.toThrow('ENOENT');
});
