import fs from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quietPort } from '../../scripts/ports.ts';
import { logIn, useProduct } from './journey.ts';
import { releaseDesk } from './make-release.ts';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

const port = await quietPort();
const origin = `http://127.0.0.1:${port}`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-outside-'));
const host = createServer((request, response) => {
  const file = path.join(folder, request.url ?? '');
  if (!fs.existsSync(file)) return void response.writeHead(404).end();
  response
    .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': TYPES[path.extname(file)] ?? 'text/plain' })
    .end(fs.readFileSync(file));
});
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      host.listen(port, '127.0.0.1', resolve);
    }),
);
afterAll(() => {
  host.closeAllConnections();
  host.close();
  fs.rmSync(folder, { recursive: true });
});
const running = useProduct({ env: { REMOTE_HOSTS: origin } });

test('an area comes from another host that the operator allows, and from no other', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  // The build that came with the product takes another version's name, so that the same one can be released from
  // elsewhere.
  await product.sql("update remote_releases set version = version || '-home' where name = 'mf_history'");
  await releaseDesk(product).releaseBuild('mf-history', undefined, { origin, folder });
  await logIn(page, product, 'manager');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const fromElsewhere = () =>
    asked.filter(
      (url) => !url.startsWith(product.url) && !url.startsWith(product.sandboxUrl) && !url.startsWith('data:'),
    );

  await page.goto(`${product.url}/history`);
  await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
  expect(fromElsewhere().every((url) => url.startsWith(`${origin}/mf_history/`))).toBe(true);
  expect(fromElsewhere().some((url) => url.endsWith('/remoteEntry.js'))).toBe(true);
  expect(asked.some((url) => url.startsWith(`${product.url}/remotes/mf_history/`))).toBe(false);
  // A file asked for early and asked for again would come twice.
  expect(new Set(fromElsewhere()).size).toBe(fromElsewhere().length);
  expect(complaints).toEqual([]);

  const elsewhere = `http://127.0.0.1:${await quietPort()}`;
  await product.sql(
    `update remote_releases set manifest_url = replace(manifest_url, '${origin}', '${elsewhere}'), ` +
      `entry_url = replace(entry_url, '${origin}', '${elsewhere}') where name = 'mf_history'`,
  );
  asked.length = 0;
  complaints.length = 0;
  await page.goto(`${product.url}/history`);
  await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
  expect(fromElsewhere()).toEqual([]);
  expect(asked.some((url) => url.startsWith(`${product.url}/remotes/mf_history/`))).toBe(true);
  // The loader's own word on the version that did not come.
  expect(complaints).toEqual([expect.stringContaining('could not be loaded')]);
});
