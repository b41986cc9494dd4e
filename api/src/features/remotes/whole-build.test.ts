import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildRemote } from '../../testing/web-root.ts';
import { readBuiltRelease } from './built-release.ts';
import { filesIn } from './file-hash.ts';
import { assertChecked } from './whole-build.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-build-'));
const dist = path.join(folder, 'mf-history/dist');
beforeEach(() => buildRemote(folder, 'mf-history'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function check(): Promise<void> {
  const built = await readBuiltRelease(dist);
  if (built === null) throw new Error('There is no build');
  assertChecked(await filesIn(dist), built, fs.readFileSync(path.join(dist, 'remoteEntry.js'), 'utf8'));
}

test('a build whose every file is known by its hash passes', () => check());

test.each(['container.json', 'remoteEntry.js', 'screen.0a1b2c3d.js', 'screen.4e5f6a7b.css'])(
  '%s that was changed after it was built is named',
  async (file) => {
    fs.appendFileSync(path.join(dist, file), ' ');
    await expect(check()).rejects.toThrow(`${file} of mf_history 1.0.0 was changed after it was built`);
  },
);

test('a chunk whose hash the entry does not carry is named', async () => {
  fs.writeFileSync(path.join(dist, 'late.00000000.js'), 'late');
  await expect(check()).rejects.toThrow('late.00000000.js of mf_history 1.0.0 would run unchecked');
});

test.each([
  ['{', 'does not describe a release'],
  ['{"name":"mf_history"}', 'does not describe a release'],
])('a description such as %s is refused', async (text, words) => {
  fs.writeFileSync(path.join(dist, 'release.json'), text);
  await expect(check()).rejects.toThrow(words);
});

test('a file that the build needs and does not have is named', async () => {
  fs.rmSync(path.join(dist, 'screen.4e5f6a7b.css'));
  await expect(check()).rejects.toThrow('needs screen.4e5f6a7b.css, which is not among its files');
});
