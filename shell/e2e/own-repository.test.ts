import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { SURFACE_FILE, Surfaces } from '../../api/src/surfaces/surface.ts';
import { installedPackage, packageManifest } from '../../scripts/build/installed-package.ts';
import { ROOT } from '../../scripts/paths.ts';
import { browserVariables, logIn, useProduct } from './journey.ts';
import { releaseToken } from './release-token.ts';

/** Several tools run one after the other, each for seconds on a machine that is quiet. */
const PATIENCE_MS = 900_000;

const running = useProduct();
/** A folder on another machine: what it has comes from packages. */
const elsewhere = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-own-')));
const tarballs = `${elsewhere}-tarballs`;
afterAll(() => [elsewhere, tarballs].forEach((folder) => fs.rmSync(folder, { recursive: true })));

const run = (script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, [script, ...args], {
    cwd: elsewhere,
    env: { PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`, ...env },
  });
const here = (file: string) => path.join(ROOT, file);
const there = (file: string) => path.join(elsewhere, 'node_modules', file);

/** As npm would from a registry: the tarballs unpacked, and everything else that they and the area name beside them. */
async function install(): Promise<void> {
  const wanted = new Set<string>();
  const want = (folder: string) => {
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<string, object>;
    for (const kind of ['dependencies', 'peerDependencies', 'devDependencies'])
      for (const name of Object.keys(manifest[kind] ?? {})) wanted.add(name);
  };
  want(elsewhere);
  for (const tarball of fs.readdirSync(tarballs)) {
    const name = /^pagecast-([a-z]+)-/.exec(tarball)?.[1];
    // The command line is packed beside them, and no area needs it.
    if (name === undefined) continue;
    const folder = there(`@pagecast/${name}`);
    fs.mkdirSync(folder, { recursive: true });
    await promisify(execFile)('tar', ['-xzf', path.join(tarballs, tarball), '--strip-components=1', '-C', folder]);
    want(folder);
  }
  for (const name of wanted) {
    const places = ['.', 'shell', 'mf-dashboard', 'api'].map((place) => installedPackage(name, here(place)));
    const found = places.find((one) => one !== null && !one.isLinked);
    if (!found || fs.existsSync(there(name))) continue;
    fs.mkdirSync(path.dirname(there(name)), { recursive: true });
    fs.symlinkSync(found.folder, there(name));
  }
}

function textsIn(folder: string): string[] {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.map((file) => fs.readFileSync(path.join(file.parentPath, file.name), 'utf8'));
}

/** As a colleague who was sent the link, until they have seen enough. */
async function lookByLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: "Look at mf_reply_later before it's released?" }).waitFor();
  expect(await page.getByRole('link', { name: 'Reply Later' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Open Preview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reply Later' }).waitFor();
  await page.getByRole('region', { name: 'Preview' }).getByText("You're looking at Reply Later 1.0.0-").waitFor();
  await page.getByRole('link', { name: 'Stop' }).click();
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
  expect(await page.getByRole('link', { name: 'Reply Later' }).count()).toBe(0);
}

test(
  'an area in a repository of its own is built from packages alone, and released with a token',
  async () => {
    const { product } = running;
    await run(here('scripts/pack.ts'), [tarballs]);
    await run(here('scripts/new-area.ts'), ['Reply Later', '--in', elsewhere]);
    await install();
    expect(fs.readdirSync(there('@pagecast')).toSorted()).toEqual(['build', 'contract', 'kit', 'release']);
    expect(
      textsIn(there('@pagecast')).filter(
        (text) => text.includes(ROOT) || /(?:from|import)\s*\(?\s*['"]@pagecast\/shell/.test(text),
      ),
    ).toEqual([]);

    await promisify(execFile)('tsc', ['--noEmit'], { cwd: elsewhere });
    await run(there('@rspack/cli/bin/rspack.js'), ['build']);
    expect(
      textsIn(path.join(elsewhere, 'dist')).filter((text) => text.includes(ROOT) || text.includes(elsewhere)),
    ).toEqual([]);

    const { uses } = Surfaces.parse(JSON.parse(fs.readFileSync(path.join(elsewhere, 'dist', SURFACE_FILE), 'utf8')));
    expect(Object.keys(uses.kit ?? {})).toContain('ScreenHeading');
    expect(Object.keys(uses.calls ?? {})).toContain('GET /api/facebook-pages');
    expect(uses.shared).toHaveProperty('react');

    const { page, violations } = await running.visitor();
    await logIn(page, product, 'admin');
    const token = await releaseToken(page, 'mf-reply-later');
    const browser = await browserVariables();
    const { bin } = packageManifest(there('@pagecast/release')) as unknown as { bin: Record<string, string> };
    const release = (...args: string[]) =>
      run(there(`@pagecast/release/${bin['pagecast-release']}`), args, { PAGECAST_TOKEN: token, ...browser });
    const { stdout } = await release('--to', product.url, '--stage');
    expect(stdout).toMatch(
      /^mf_reply_later 1\.0\.0-[0-9a-f]{8}: (\d+) of \1 files sent .*\nThe robot passed, .*\n.* make it current\.\n/,
    );
    await lookByLink(page, /^Preview until .*: (http.*)$/m.exec(stdout)?.[1] ?? '');

    const version = /1\.0\.0-\w+/.exec(stdout)?.[0] ?? '';
    const moved = await release('rollback', '--to', product.url, '--version', version);
    expect(moved.stdout).toBe(`mf_reply_later ${version} is current, in place of nothing.\n`);
    await page.reload();
    await page.getByRole('link', { name: 'Reply Later' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Reply Later' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Connected' }).first().waitFor();
    expect(violations).toEqual([]);

    await expect(release('--to', product.url)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is current already, and a version is never released twice') as string,
    });
    expect((await release('rollback', '--to', product.url)).stdout).toContain(
      `Nobody has mf_reply_later any more: there was no version before ${version}.`,
    );
  },
  PATIENCE_MS,
);
