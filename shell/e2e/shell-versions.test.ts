import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { remoteNames } from '../../scripts/packages.ts';
import { ROOT } from '../../scripts/paths.ts';
import { findings, SOME_VIEWS } from './findings.ts';
import { enter, PATIENCE_MS, useProduct } from './journey.ts';
import { releaseDesk } from './make-release.ts';
import { makeShell } from './make-shell.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-shells-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
/** The builds that the product comes with, which a test may delete. */
const webRoot = path.join(folder, 'web');
fs.mkdirSync(webRoot);
for (const name of remoteNames()) fs.symlinkSync(path.join(ROOT, name), path.join(webRoot, name));
makeShell(webRoot, '1');

const running = useProduct({ webRoot });

test('a tab whose shell is too old to be kept offers the new version, and a reload keeps what was typed', async () => {
  const { product } = running;
  const { page, violations } = await running.visitor();
  await enter(page.context(), product, 'manager');
  await page.goto(`${product.url}/content-generator`);
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  const text = page.getByRole('textbox', { name: 'Your content' });
  await text.fill('Doors open');
  await page.getByText(/^Draft saved at/).waitFor();

  for (const digit of ['2', '3', '4', '5', '6']) {
    makeShell(path.join(folder, digit), digit);
    await releaseDesk(product).releaseBuild('shell', path.join(folder, digit));
  }
  const kept = path.join(product.dataDir, 'releases/shell');
  expect(fs.readdirSync(kept)).toHaveLength(6);
  // As a day later.
  for (const old of [path.join(kept, '9.0.0-11111111'), path.join(webRoot, 'shell')])
    fs.rmSync(old, { recursive: true });
  await product.sql("delete from release_folders where version = '9.0.0-11111111'");

  await text.pressSequentially(' at nine.');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const offer = page.getByRole('alert').filter({ hasText: "There's a new version of Pagecast" });
  await offer.waitFor();
  const found = await findings(page, SOME_VIEWS);
  expect(await text.inputValue()).toBe('Doors open at nine.');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // What was fetched before may have opened over it.
  await page.keyboard.press('Escape');
  await offer.getByRole('button', { name: 'Reload the page' }).click();
  await expect.poll(() => text.inputValue().catch(() => '')).toBe('Doors open at nine.');
  expect(asked).toContain('/main.66666666.js');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  // The browser says it of the answer in the place of the missing script.
  const others = violations.filter((line) => !line.includes('is not executable'));
  expect([await offer.count(), found, others]).toEqual([0, [], []]);
});

/** A terminal of the server. */
const shellCommand = (command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(ROOT, `scripts/${command}.ts`), 'shell', ...args], {
    env: {
      ...process.env,
      DATABASE_URL: running.product.databaseUrl,
      DATA_DIR: running.product.dataDir,
      PUBLIC_URL: running.product.url,
      SANDBOX: 'off',
    },
  });

test('a page whose script nobody has any more is not left empty, and offers to be loaded again', async () => {
  const { page } = await running.visitor();
  const gone = (url: URL) => /\/main\.[0-9a-f]+\.js$/.test(url.pathname);
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.goto(running.product.url);
  await page.getByRole('heading', { name: "Pagecast didn't load completely" }).waitFor();
  await page.unroute(gone);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'Continue with Facebook' }).waitFor();
});

test('a product that is killed while the shell is released runs on, and the release can be made again', async () => {
  const { product } = running;
  const version = '9.0.0-88888888';
  const dist = makeShell(path.join(folder, '8'), '8');
  const release = () => shellCommand('release', '--dist', dist, '--without-robot', 'About what is killed');
  const releases = path.join(product.dataDir, 'releases');
  const filesIn = (name: string) => (fs.existsSync(name) ? fs.readdirSync(name).length : 0);
  let isDone = false;
  const ended = release()
    .catch(() => {})
    .finally(() => {
      isDone = true;
    });
  // While files come, and while the product asks itself for them.
  for (const place of [path.join(releases, '.incoming/shell'), path.join(releases, 'shell', version)]) {
    await vi.waitUntil(() => filesIn(place) > 0 || isDone, { timeout: PATIENCE_MS, interval: 5 });
    await product.crashApi();
  }
  await ended;
  const shown = async () => (await fetch(product.url)).text();
  if (!(await shown()).includes('main.88888888.js')) await release();
  expect(await shown()).toContain('main.88888888.js');
  await shellCommand('rollback');
});

test('a shell that shows nothing but that it broke is taken back from the terminal of the server', async () => {
  const { product } = running;
  const dist = makeShell(path.join(folder, '7'), '7', 'throw new Error("This build is broken");');
  await expect(shellCommand('release', '--dist', dist)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The robot failed\. Open \/settings .*This build is broken\nWhat it saw: .*shell-9\.0\.0-77777777\.png\n.*nobody gets it/,
    ) as string,
  });
  const { page } = await running.visitor();
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Continue with Facebook' }).waitFor();
  const released = await shellCommand('release', '--dist', dist, '--without-robot', 'To try the way back');
  expect(released.stdout).toContain('shell 9.0.0-77777777 is current');
  await page.reload();
  await page.getByRole('button', { name: 'Reload the page' }).waitFor();
  await shellCommand('rollback');
  await page.reload();
  await page.getByRole('button', { name: 'Continue with Facebook' }).waitFor();
});
