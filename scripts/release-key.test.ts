import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ReleaseKeys } from '../api/src/config/release-keys.ts';
import { ROOT } from './paths.ts';
import { signingKey } from './release/signing-key.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-key-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const releaseKey = (...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/release-key.ts'), ...args], {
    env: { PATH: process.env['PATH'], INIT_CWD: folder },
  });

test('a key is for its owner alone, and the printed line lets the product take what it signs', async () => {
  const { stdout } = await releaseKey('mf-history.pem');
  const file = path.join(folder, 'mf-history.pem');
  const pem = fs.readFileSync(file, 'utf8');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(stdout).toContain(file);
  expect(stdout).not.toContain(pem.split('\n')[1]);
  const [known, ...others] = ReleaseKeys.parse(/RELEASE_KEYS has: (.*)$/m.exec(stdout)?.[1]);
  expect([known?.name, others]).toEqual(['mf-history', []]);
  const { key, sign } = signingKey(pem);
  expect(known?.key).toBe(key);
  const x = Buffer.from(key, 'base64').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, Buffer.from('words'), publicKey, Buffer.from(sign('words'), 'base64'))).toBe(true);

  // Never in the place of a key that somebody needs.
  await expect(releaseKey('mf-history.pem')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is such a file already.') as string,
  });
  expect(fs.readFileSync(file, 'utf8')).toBe(pem);
});

test.each([
  [[], 'Usage: npm run release-key'],
  [['a.pem', '--name', 'a b'], 'A key is named by letters'],
])('asked with %j it makes nothing and says how', async (args, words) => {
  await expect(releaseKey(...args)).rejects.toMatchObject({ stderr: expect.stringContaining(words) as string });
  expect(fs.existsSync(path.join(folder, 'a.pem'))).toBe(false);
});
