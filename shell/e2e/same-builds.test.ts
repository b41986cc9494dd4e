import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { frontEndNames, remoteNames } from '../../scripts/packages.ts';
import { ROOT } from '../../scripts/paths.ts';
import { copyTree, lendPackages } from '../../scripts/testing/copy-of-tree.ts';

/** Of another depth and length than this checkout. */
const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-same-')));
const checkout = path.join(parent, 'another/place/of/the-same-sources');
afterAll(() => fs.rmSync(parent, { recursive: true }));

/** Every file of a build with its hash. */
function filesOf(root: string, name: string): Record<string, string> {
  const dist = path.join(root, name, 'dist');
  const files = fs.readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(dist, file), createHash('sha256').update(fs.readFileSync(file)).digest('hex')]),
  );
}

/** A clone has its packages in its own folder: they are the same files here where the disk is one. */
async function ownPackages(): Promise<void> {
  const [installed, own] = [path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules')];
  fs.rmSync(own);
  const copy = (how: string) => promisify(execFile)('cp', [how, installed, own]);
  await copy('-al').catch(async () => {
    fs.rmSync(own, { recursive: true, force: true });
    await copy('-a');
  });
}

test('shell and areas are the same bytes, whichever folder they are built in', async () => {
  copyTree(checkout);
  await ownPackages();
  for (const name of remoteNames()) lendPackages(name, checkout, name);
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: checkout });
  for (const name of frontEndNames()) expect([name, filesOf(checkout, name)]).toEqual([name, filesOf(ROOT, name)]);
});
