import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { logIn, useProduct } from './journey.ts';
import { releaseDesk } from './make-release.ts';
import { ROOT } from '../../scripts/paths.ts';

const running = useProduct();

test('a remote that is gone costs its own area only, and comes back without a reload', async () => {
  const { product } = running;
  const { page, violations } = await running.visitor();
  await logIn(page, product, 'manager');
  await page.evaluate(() => { Object.assign(window, { sameVisit: true }); });

  await page.route('**/remotes/mf_history/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Post History' }).first().click();
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await tryAgain.waitFor();
  for (const [entry, heading] of [
    ['Content Generator', 'Create content for Facebook and fiztech.example'],
    ['Super Generator', 'Super Content Generator'],
    ['Media Center', 'Media Center'],
    ['Dashboard', 'Dashboard'],
    ['Settings', 'Settings'],
  ] as const) {
    await page.getByRole('link', { name: entry }).first().click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  await page.getByRole('link', { name: 'Post History' }).first().click();
  await tryAgain.waitFor();
  await page.unroute('**/remotes/mf_history/**');
  await tryAgain.click();
  await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
  expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true);
  expect(violations).toEqual([]);
}, 90_000);

const HISTORY = '**/remotes/mf_history/**';
const OTHERS = [
  ['Content Generator', 'Create content for Facebook and fiztech.example'], ['Super Generator', 'Super Content Generator'], ['Media Center', 'Media Center'], ['Dashboard', 'Dashboard'],
] as const;
const openArea = (page: Page, entry: string) => page.getByRole('link', { name: entry }).first().click();
const card = (page: Page) => page.getByRole('alert').filter({ hasText: 'Post History is not available' });

/** What is told of remotes that did not come: step by step, in order. */
function failuresTold(page: Page): string[] {
  const told: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/telemetry/remotes')) return;
    const { name, phase } = request.postDataJSON() as { name: string; phase: string | null };
    if (phase !== null) told.push(`${name} ${phase}`);
  });
  return told;
}

/** Breaks the files whose address fits, the rest comes as it is. */
const breaking = (fits: RegExp, how: (route: Route) => Promise<void>) => async (page: Page) => {
  await page.route(HISTORY, async (route) => (fits.test(route.request().url()) ? how(route) : route.fallback()));
};
const hang = () => new Promise<void>(() => {});
const changed = (change: (text: string) => string) => async (route: Route) => {
  const answer = await route.fetch();
  await route.fulfill({ response: answer, body: change(await answer.text()) });
};

test('whatever is wrong with a remote, its area says so within ten seconds, tells it once, and the other areas go on', async () => {
  const { product } = running;
  const { page, violations } = await running.visitor();
  await logIn(page, product, 'manager');
  const told = failuresTold(page);
  const desk = releaseDesk(product);
  const faults: Record<string, { expected: string; arrange: (page: Page) => Promise<void> }> = {
    'the manifest is not there': { expected: 'manifest', arrange: breaking(/manifest\.json$/, (route) => route.fulfill({ status: 404, body: '{}' })) },
    'a page comes in place of the manifest': { expected: 'manifest', arrange: breaking(/manifest\.json$/, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })) },
    'the manifest never comes': { expected: 'manifest', arrange: breaking(/manifest\.json$/, hang) },
    'the entry is cut off': { expected: 'entry', arrange: breaking(/remoteEntry\.js$/, changed((text) => text.slice(0, text.length / 2))) },
    'a chunk was tampered with': { expected: 'module', arrange: breaking(/(?<!remoteEntry)\.js$/, changed((text) => `${text};window.tampered=1`)) },
    'a chunk never comes': { expected: 'module', arrange: breaking(/(?<!remoteEntry)\.js$/, hang) },
    'the styles are not there': { expected: 'module', arrange: breaking(/\.css$/, (route) => route.fulfill({ status: 404, body: '' })) },
    'its code throws as it is imported': { expected: 'import', arrange: () => desk.release('mf-history', '9.1.0', { factory: "() => { throw new Error('broken at import'); }" }) },
    'its code throws as it is shown': { expected: 'render', arrange: () => desk.release('mf-history', '9.2.0', { factory: "() => ({ remote: { '/history': () => { throw new Error('broken at render'); } } })" }) },
  };
  for (const [what, { expected, arrange }] of Object.entries(faults)) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // No version to fall back on, so that the fault itself is what people see.
    await product.sql("update remote_releases set status = 'retired', current_since = null where status = 'previous'");
    told.length = 0;
    await arrange(page);
    await product.sql("update remote_releases set status = 'retired', current_since = null where status = 'previous'");
    await page.goto(product.url);
    await openArea(page, 'Post History');
    await card(page).waitFor({ timeout: 10_000 }).catch((error: unknown) => { throw new Error(`When ${what}`, { cause: error }); });
    for (const [entry, heading] of OTHERS) {
      await openArea(page, entry);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    expect([what, told]).toEqual([what, [`mf_history ${expected}`]]);
  }
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  expect(violations).toEqual([]);
}, 180_000);

describe('a release while a page is open', () => {
  const shows = (text: string) => `() => ({ remote: { '/history': () => '${text}', '/scheduled': () => '${text}', '/story-lab': () => 'The new page' } })`;

  test('is offered there, runs its own code when it is shown, and so does the one before after a rollback', async () => {
    const { product } = running;
    const { page, violations } = await running.visitor();
    const desk = releaseDesk(product);
    await desk.release('mf-history', '10.0.0');
    await logIn(page, product, 'manager');
    await openArea(page, 'Post History');
    await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
    await page.evaluate(() => { Object.assign(window, { sameVisit: true }); });

    await desk.release('mf-history', '10.1.0', { factory: shows('The second version'), page: { to: '/story-lab', label: 'Story Lab' } });
    await page.getByText('There is a new version of Post History.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByText('The second version').waitFor();
    // A page that the shell has never heard of, without a release of the shell.
    await openArea(page, 'Story Lab');
    await page.getByText('The new page').waitFor();
    await openArea(page, 'Post History');

    await desk.rollback('mf-history');
    await page.getByText('There is a new version of Post History.').waitFor();
    await openArea(page, 'Dashboard');
    await openArea(page, 'Post History');
    await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
    expect(await page.getByText('The second version').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Story Lab' }).count()).toBe(0);
    expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true);
    expect(violations).toEqual([]);
  }, 90_000);
});

test('an administrator looks at what a developer has on their machine, under a loud banner, and nobody else does', async () => {
  const { product } = running;
  const desk = createServer((request, response) => {
    const file = path.join(ROOT, 'mf-history/dist', path.basename(request.url ?? ''));
    if (!fs.existsSync(file)) return void response.writeHead(404).end();
    const own = file.endsWith('remoteEntry.js') ? ";mf_history = { init: mf_history.init, get: async () => () => ({ remote: { '/history': () => 'On my machine' } }) };" : '';
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': file.endsWith('.json') ? 'application/json' : 'text/javascript' }).end(`${fs.readFileSync(file, 'utf8')}${own}`);
  });
  await new Promise<void>((resolve) => { desk.listen(0, '127.0.0.1', resolve); });
  const address = `/history?mf.mf_history=http://127.0.0.1:${(desk.address() as AddressInfo).port}/mf-manifest.json`;
  try {
    const [admin, manager] = [await running.visitor(), await running.visitor()];
    await logIn(admin.page, product, 'admin');
    await admin.page.goto(product.url + address);
    await admin.page.getByText('On my machine').waitFor();
    const banner = admin.page.getByRole('region', { name: 'Developer override' });
    await banner.getByText(/mf_history comes from http:\/\/127/).waitFor();
    await banner.getByRole('link', { name: 'Stop' }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();

    await logIn(manager.page, product, 'manager');
    await manager.page.goto(product.url + address);
    await manager.page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
    expect([...admin.violations, ...manager.violations]).toEqual([]);
  } finally {
    desk.closeAllConnections();
    desk.close();
  }
}, 90_000);

test('the admin area, its entry and its files are for administrators', async () => {
  const { product } = running;
  const [admin, manager] = [await running.visitor(), await running.visitor()];
  await logIn(admin.page, product, 'admin');
  await admin.page.getByRole('link', { name: 'Admin Panel' }).first().click();
  await admin.page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor();
  const manifest = await admin.page.evaluate(async () => {
    const { remotes } = await (await fetch('/api/remotes')).json() as { remotes: { name: string; manifestUrl: string }[] };
    return remotes.find(({ name }) => name === 'mf_admin')?.manifestUrl ?? '';
  });
  expect(manifest).not.toBe('');

  await logIn(manager.page, product, 'manager');
  expect(await manager.page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
  const status = await manager.page.evaluate(async (url) => (await fetch(url)).status, manifest);
  expect([403, 404]).toContain(status);
}, 90_000);
