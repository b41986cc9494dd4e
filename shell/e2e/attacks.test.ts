import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../../scripts/paths.ts';
import { publicText } from '../../scripts/release/signing-key.ts';
import { ATTACKS, bringForeign, FOREIGN, GENUINE, MARKED, pointTo, type Stolen } from './attacks.ts';
import { heading } from './admin-tabs.ts';
import { findings, SOME_VIEWS } from './findings.ts';
import { enter, useProduct } from './journey.ts';
import { signingTeam } from './signing-team.ts';

const [teams, others] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const running = useProduct({ env: { RELEASE_KEYS: `ci:${publicText(teams.publicKey)}` } });
let stolen: Stolen;
let host: Server;

const isStolen = (page: Page) => page.evaluate(() => 'stolen' in window);
const seenBy = (page: Page, words: RegExp | string) => page.getByRole('alert').getByText(words).first().waitFor();
const restore = (table: string) =>
  running.product
    .sql('delete from remote_releases')
    .then(() => running.product.sql(`insert into remote_releases overriding system value select * from ${table}`));

/** A visitor who keeps no files: what was changed on the disk reaches them. */
async function visitor(role: string): Promise<Page> {
  const { context, page } = await running.visitor();
  await enter(context, running.product, role);
  await page.route('**/nothing', (route) => route.fallback());
  return page;
}

beforeAll(async () => {
  const { product } = running;
  const team = await signingTeam(product, teams.privateKey);
  await bringForeign(product);
  for (const version of ['9.0.1', '9.0.2']) await team.release(version, { factory: MARKED });
  await product.sql('create table yesterday as select * from remote_releases');
  await team.moveTo('9.0.1');
  for (const version of ['9.0.3', GENUINE]) await team.release(version);
  await team.release('9.2.0', { as: 'staged', factory: MARKED });
  await pointTo(product, GENUINE);
  await product.sql('create table today as select * from remote_releases');
  host = await attackersHost(product.dataDir);
  const { port } = host.address() as AddressInfo;
  stolen = { product, team, host: `http://localhost:${port}`, page: await visitor('manager') };
});
afterAll(() => host.close());
beforeEach(() => restore('today'));

test.each(Object.entries(ATTACKS))('%s, and runs nothing', async (_, { begin, seen }) => {
  const { page, product } = stolen;
  const undo = await begin(stolen);
  try {
    await page.goto(`${product.url}/history`);
    await (seen === null ? heading(page, 'Post History').waitFor() : seenBy(page, seen));
    expect(await isStolen(page)).toBe(false);
  } finally {
    await undo?.();
  }
});

test('who has stolen a token that may stage leads somebody to an unsigned version, and runs nothing', async () => {
  const { page, team } = stolen;
  await page.goto(await team.linkTo(FOREIGN));
  await page.getByRole('button', { name: 'Open Preview' }).click();
  await seenBy(page, "isn't from the team that makes this area");
  expect(await isStolen(page)).toBe(false);
  await page.getByRole('link', { name: 'Stop' }).click();
  await heading(page, /^Scheduled Posts/).waitFor();
});

test('who has stolen the session of an administrator leads to code of another place, and runs nothing', async () => {
  const { product } = stolen;
  const page = await visitor('admin');
  await page.goto(`${product.url}/history?mf.mf_history=https://attacker.example/mf-manifest.json`);
  await page.getByText(/mf_history can't be loaded from/).waitFor();
  await heading(page, 'Post History').waitFor();
  // From the page of somebody else.
  await page.goto(`${stolen.host}/?to=${encodeURIComponent(product.url)}`);
  await page.getByRole('link').click();
  await page.getByText(/Another page led here and asked for code that isn't released/).waitFor();
  await heading(page, 'Post History').waitFor();
  expect(await isStolen(page)).toBe(false);
});

test('no file of ours becomes a worker, which would go on after the page and answer for others', async () => {
  const { page, product } = stolen;
  await page.goto(`${product.url}/settings`);
  const file = `/remotes/mf_history/${FOREIGN}/remoteEntry.js`;
  const registered = await page.evaluate(
    (address) => navigator.serviceWorker.register(address).then(String, (error: Error) => error.name),
    file,
  );
  const started = await page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        const worker = new Worker(address);
        worker.addEventListener('message', () => resolve('ran'));
      }),
    file,
  );
  expect([registered, started]).toEqual(['SecurityError', 'worker-src']);
});

test('a key that was taken out of the configuration ends what it signed, in the browser too', async () => {
  const page = await visitor('manager');
  const RELEASE_KEYS = `ci:${publicText(others.publicKey)}`;
  const origin = await running.product.alsoServe(ROOT, { RELEASE_KEYS });
  await page.goto(`${origin}/history`);
  await seenBy(page, "isn't from the team that makes this area");
  await page.goto(`${running.product.url}/history`);
  await heading(page, 'Post History').waitFor();
});

test('what a team signed runs where its link leads, and for everybody once it is current', async () => {
  const { page, product, team } = stolen;
  await page.goto(await team.linkTo('9.2.0'));
  await page.getByRole('button', { name: 'Open Preview' }).click();
  await page.getByRole('region', { name: 'Preview' }).getByText('9.2.0').waitFor();
  await expect.poll(() => isStolen(page)).toBe(true);
  expect(await findings(page, SOME_VIEWS, 'section[aria-label=Preview]')).toEqual([]);
  await page.getByRole('link', { name: 'Stop' }).click();
  await heading(page, /^Scheduled Posts/).waitFor();
  expect(await isStolen(page)).toBe(false);

  await team.moveTo('9.2.0');
  await page.goto(`${product.url}/history`);
  await expect.poll(() => isStolen(page)).toBe(true);
});

/** Serves the folder of releases to pages of every origin, and a page with a link that asks for an override. */
async function attackersHost(dataDir: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') {
      const wanted = `mf.mf_history=http://${request.headers.host}/mf_history/${FOREIGN}/mf-manifest.json`;
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${searchParams.get('to')}/history?${wanted}">News of your page</a>`);
      return;
    }
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'application/json');
    response.end(fs.readFileSync(path.join(dataDir, 'releases', pathname)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
