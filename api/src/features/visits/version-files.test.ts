import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inVersionFiles } from './version-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-code-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function fileWith(code: string): string {
  const file = path.join(folder, `${code.length}.js`);
  fs.writeFileSync(file, code);
  return file;
}

const SAID = { name: 'QuotaError', message: 'No page is called Kaya toast any more' };

test('what an error said is read beside its code', async () => {
  const file = fileWith('class QuotaError extends Error{}throw new QuotaError(`No page is called ${e} any more`)');
  const found = { name: 'QuotaError', message: 'No page is called …' };
  expect(await inVersionFiles('clean', { file, ...SAID })).toEqual(found);
});

test.each([
  ['a file that is gone', '/gone/4.7b0ae17c.js'],
  ['no file', null],
  ['a file that is too large', fileWith('No page is called '.repeat(60_000))],
])('%s has no words', async (_, file) => {
  expect(await inVersionFiles('clean', { file, ...SAID })).toEqual({ name: 'Error', message: '…' });
});

test('code that is made to be searched for seconds is given up, and stops nothing else meanwhile', async () => {
  const file = fileWith('ab'.repeat(512 * 1024));
  const searched = inVersionFiles('clean', { file, name: 'Error', message: 'a '.repeat(100) }, 100);
  await expect(searched).rejects.toThrow('aborted');
});
