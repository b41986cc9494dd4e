import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/paths.ts';
import { findings, SOME_VIEWS } from './findings.ts';
import { publicText } from '../../scripts/release/signing-key.ts';
import { logIn, useProduct } from './journey.ts';

const key = generateKeyPairSync('ed25519');
const running = useProduct({ env: { RELEASE_KEYS: `ci:${publicText(key.publicKey)}` } });
/** All that another machine has: a build. */
const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-elsewhere-'));
afterAll(() => fs.rmSync(elsewhere, { recursive: true }));

/** A terminal there. */
const run = (command: string, token: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(ROOT, `scripts/${command}.ts`), 'mf-history', ...args], {
    cwd: elsewhere,
    env: {
      PATH: process.env['PATH'],
      CHROME_PATH: process.env['CHROME_PATH'],
      PAGECAST_TOKEN: token,
      PAGECAST_RELEASE_KEY: key.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      DATA_DIR: path.join(elsewhere, 'nothing'),
    },
  });

/** Today's build under another version. */
function buildOf(version: string): string {
  const dist = path.join(elsewhere, version);
  fs.cpSync(path.join(ROOT, 'mf-history/dist'), dist, { recursive: true });
  const file = path.join(dist, 'release.json');
  fs.writeFileSync(file, JSON.stringify({ ...(JSON.parse(fs.readFileSync(file, 'utf8')) as object), version }));
  fs.rmSync(`${file}.br`);
  return dist;
}

test('a token from the Admin Panel releases from another machine to an open page, and takes it back', async () => {
  const { product } = running;
  const [boss, person] = [await running.visitor(), await running.visitor()];
  await logIn(boss.page, product, 'admin');
  await boss.page.goto(`${product.url}/admin#releases`);
  const card = boss.page.getByRole('region', { name: 'Releases', exact: true });
  await card.getByText('There are no release tokens yet.').waitFor();
  await card.getByLabel('Name').fill('Build server');
  await card.getByLabel('Area').fill('mf-history');
  await card.getByRole('button', { name: 'Create Token' }).click();
  const dialog = boss.page.getByRole('dialog', { name: 'Copy the token Build server' });
  await dialog.waitFor();
  const token = (await dialog.getByText(/^pcr_\d+_[\w-]+$/).textContent()) ?? '';
  const found = await findings(boss.page, SOME_VIEWS, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await card.getByText('never used').waitFor();
  found.push(...(await findings(boss.page, SOME_VIEWS, '#releases')));

  await logIn(person.page, product, 'manager');
  await person.page.goto(`${product.url}/history`);
  await person.page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
  const dist = buildOf('9.0.0');
  await expect(run('release', `${token.slice(0, -1)}!`, '--to', product.url, '--dist', dist)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PAGECAST_TOKEN is no release token') as string,
  });
  await expect(run('release', `${token}0`, '--to', product.url, '--dist', dist)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("doesn't know this release token") as string,
  });
  expect((await run('release', token, '--to', product.url, '--dist', dist)).stdout).toMatch(
    /mf_history 9\.0\.0: 1 of \d+ files sent .*\nThe robot passed, in [\d.]+ s\.\n\d+ files are served as they were built\.\nmf_history 9\.0\.0 is current/,
  );
  await person.page.getByText('There is a new version of Post History.').waitFor();
  const asked: string[] = [];
  person.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await person.page.reload();
  await person.page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
  expect(asked).toContain('/remotes/mf_history/9.0.0/remoteEntry.js');

  await card.getByText('last used').waitFor();
  await run('rollback', token, '--at', product.url);
  await person.page.getByText('There is a new version of Post History.').waitFor();
  expect(fs.existsSync(path.join(elsewhere, 'nothing'))).toBe(false);
  expect([found, boss.violations, person.violations]).toEqual([[], [], []]);
});
