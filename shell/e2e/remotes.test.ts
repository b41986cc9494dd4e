import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { enter, logIn, useProduct } from './journey.ts';
import { ROOT } from '../../scripts/paths.ts';

const running = useProduct();

test('an administrator, and nobody else, sees what a developer has on their machine, under a banner', async () => {
  const { product } = running;
  const served: string[] = [];
  const desk = createServer((request, response) => {
    if (request.url === '/elsewhere')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Elsewhere</title>');
    served.push(request.url ?? '');
    const asked = path.basename(request.url ?? '').replace(/^mf-manifest/, 'container');
    const file = path.join(ROOT, 'mf-history/dist', asked);
    if (!fs.existsSync(file)) return void response.writeHead(404).end();
    const own = file.endsWith('remoteEntry.js')
      ? ";mf_history = { init: mf_history.init, get: async () => () => ({ remote: { '/history': " +
        "() => 'On my machine' } }) };"
      : '';
    response
      .writeHead(200, {
        'access-control-allow-origin': '*',
        'content-type': file.endsWith('.json') ? 'application/json' : 'text/javascript',
      })
      .end(`${fs.readFileSync(file, 'utf8')}${own}`);
  });
  await new Promise<void>((resolve) => {
    desk.listen(0, '127.0.0.1', resolve);
  });
  const address = `/history?mf.mf_history=http://127.0.0.1:${(desk.address() as AddressInfo).port}/mf-manifest.json`;
  try {
    const [admin, manager] = [await running.visitor(), await running.visitor()];
    await enter(admin.context, product, 'admin');
    await admin.page.goto(product.url + address);
    const question = admin.page.getByRole('alertdialog', { name: "Run code that isn't released?" });
    await question.getByText(/mf-manifest\.json/).waitFor();
    await admin.page
      .getByRole('heading', { level: 1, name: 'Post History', includeHidden: true })
      .waitFor({ state: 'attached' });
    expect(served).toEqual([]);
    await question.getByRole('button', { name: 'Load it' }).click();
    await admin.page.getByText('On my machine').waitFor();
    await admin.page.reload();
    await admin.page.getByText('On my machine').waitFor();
    const banner = admin.page.getByRole('region', { name: 'Developer override' });
    await banner.getByText(/mf_history comes from http:\/\/127/).waitFor();
    await banner.getByRole('link', { name: 'Stop' }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();

    // A page of somebody else gets nothing, however it leads here.
    const asked = served.length;
    const elsewhere = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/elsewhere`;
    for (const lead of [
      'location.href = to',
      'window.open(to, "_self")',
      'document.body.append(Object.assign(document.createElement("a"), { href: to, rel: "noreferrer" })); ' +
        'document.querySelector("a").click()',
    ]) {
      await admin.page.goto(elsewhere);
      await admin.page.evaluate(`{ const to = ${JSON.stringify(product.url + address)}; ${lead}; }`);
      await admin.page.getByText(/Another page led here/).waitFor();
      await admin.page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
    }
    expect(served.slice(asked)).toEqual([]);

    await enter(manager.context, product, 'manager');
    await manager.page.goto(product.url + address);
    await manager.page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
    expect([...admin.violations, ...manager.violations]).toEqual([]);
  } finally {
    desk.closeAllConnections();
    desk.close();
  }
});

test('the admin area, its entry and its files are for administrators', async () => {
  const { product } = running;
  const [admin, manager] = [await running.visitor(), await running.visitor()];
  await logIn(admin.page, product, 'admin');
  await admin.page.getByRole('link', { name: 'Admin Panel' }).first().click();
  await admin.page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor();
  const manifest = await admin.page.evaluate(async () => {
    const { remotes } = (await (await fetch('/api/remotes')).json()) as {
      remotes: { name: string; manifestUrl: string }[];
    };
    return remotes.find(({ name }) => name === 'mf_admin')?.manifestUrl ?? '';
  });
  expect(manifest).not.toBe('');

  await logIn(manager.page, product, 'manager');
  expect(await manager.page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
  const status = await manager.page.evaluate(async (url) => (await fetch(url)).status, manifest);
  expect([403, 404]).toContain(status);
});
