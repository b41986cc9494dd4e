import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/paths.ts';
import { copyTree, lendPackages } from '../../scripts/testing/copy-of-tree.ts';
import { findings, SOME_VIEWS } from './findings.ts';
import { browserVariables, logIn, useProduct } from './journey.ts';
import { releaseToken } from './release-token.ts';

/** Several tools run one after the other, each for seconds on a machine that is quiet. */
const PATIENCE_MS = 900_000;

const running = useProduct();
const checkout = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-new-area-')));
afterAll(() => fs.rmSync(checkout, { recursive: true }));

/** As `npm run` does, from whichever folder. */
const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, [path.join(checkout, `scripts/${command}.ts`), ...args], {
    cwd: os.tmpdir(),
    env: { PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`, ...env },
  });

test(
  'a new area passes its checks as it was made, and is live by its release alone',
  async () => {
    const { product } = running;
    copyTree(checkout);
    const before = fs.readdirSync(checkout).toSorted();
    await run('new-area', ['Post Ideas']);
    expect(fs.readdirSync(checkout).filter((name) => !before.includes(name))).toEqual(['.cache', 'mf-post-ideas']);
    expect(fs.readFileSync(path.join(checkout, 'pnpm-lock.yaml'), 'utf8')).toContain('\n  mf-post-ideas:\n');
    await expect(run('new-area', ['post', 'ideas'])).rejects.toMatchObject({
      stderr: 'There is an area mf-post-ideas already. Choose another name.\n',
    });

    // What the next command would install, from what is installed here.
    lendPackages('mf-dashboard', checkout, 'mf-post-ideas');
    expect((await run('test', ['mf-post-ideas'])).stdout).toContain('5 passed, 0 failed');

    const { page, violations } = await running.visitor();
    await logIn(page, product, 'admin');
    expect(await page.getByRole('link', { name: 'Post Ideas' }).count()).toBe(0);
    const token = await releaseToken(page, 'mf-post-ideas');
    const browser = await browserVariables();
    const released = run('release', ['mf-post-ideas', '--to', product.url], { PAGECAST_TOKEN: token, ...browser });
    expect((await released).stdout).toContain('The robot passed');
    await page.reload();
    await page.getByRole('link', { name: 'Post Ideas' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Post Ideas' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Connected' }).first().waitFor();
    expect([await findings(page, SOME_VIEWS), violations]).toEqual([[], []]);
  },
  PATIENCE_MS,
);
