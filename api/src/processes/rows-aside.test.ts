import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { putAside } from './rows-aside.ts';

const HOSTILE = 'two\nlines\u2028 and "quotes"';
async function* some(count: number) {
  for (let n = 0; n < count; n += 1) yield { n, name: n % 2 === 0 ? HOSTILE : null };
}

test('rows that are put aside come back as they were, as often as they are read, and leave no file', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'aside-'));
  vi.stubEnv('TMPDIR', folder);
  const aside = await putAside(some(3000));
  vi.unstubAllEnvs();
  expect(fs.readdirSync(folder)).toEqual([]);
  expect(aside.count).toBe(3000);
  for (let times = 0; times < 2; times += 1)
    expect(await Array.fromAsync(aside.read())).toEqual(await Array.fromAsync(some(3000)));
  await aside.close();
  fs.rmSync(folder, { recursive: true });
});

test('rows that break off are not taken for all', async () => {
  async function* broken() {
    yield* some(2);
    throw new Error('The database went away');
  }
  await expect(putAside(broken())).rejects.toThrow('went away');
});
