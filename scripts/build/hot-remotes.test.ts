import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { hotRemotes } from './hot-remotes.ts';
import { REMOTES_MARK } from './shell-page.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(async (server) => {
      server.close();
      await once(server, 'close');
    }),
  );
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * A page's server in front of an API that knows two remotes, of which `mf_history` is hot; `build` is what its server
 * serves now.
 */
async function running(build: { number: number }) {
  const released = [
    { name: 'mf_history', version: '1', paths: ['/history'] },
    { name: 'mf_media', version: '1', paths: ['/media-center'] },
  ];
  const inlined =
    '<meta name="remote-hosts" content="https://cdn.example.com"><script type="application/json" ' +
    `id="remotes">${JSON.stringify({ isLoggedIn: true, remotes: released })}</script>`;
  const apiUrl = await listen((request, response) => {
    response.end(request.url === '/api/remotes' ? JSON.stringify({ remotes: released }) : `<!doctype html>${inlined}`);
  });
  const url = await listen((request, response) => {
    const stats = {
      exposes: [{ assets: { js: { sync: ['screen.js'], async: [] }, css: { sync: [], async: [] } } }],
      shared: [],
    };
    response.end(request.url === '/mf-stats.json' ? JSON.stringify(stats) : `${request.url} of build ${build.number}`);
  });
  const middleware = hotRemotes({
    apiUrl,
    hot: [{ folder: 'mf-history', name: 'mf_history', url }],
    readPage: async () => `<!doctype html>hot${REMOTES_MARK}`,
  });
  return listen((request, response) => {
    void middleware(request, response, () => {
      response.statusCode = 404;
      response.end();
    });
  });
}

interface Registry {
  remotes: {
    name: string;
    version: string;
    manifestUrl: string;
    paths: string[];
    integrity: { manifest: string; entry: string };
  }[];
}

test('a hot remote takes the place of its release, with paths and true hashes; others stay as released', async () => {
  const page = await running({ number: 1 });
  const { remotes } = (await (await fetch(`${page}/api/remotes`)).json()) as Registry;
  expect(remotes[1]).toEqual({ name: 'mf_media', version: '1', paths: ['/media-center'] });
  expect(remotes[0]?.paths).toEqual(['/history']);
  const entry = await (
    await fetch(new URL(remotes[0]?.manifestUrl ?? '', page).href.replace('mf-manifest.json', 'remoteEntry.js'))
  ).text();
  expect(remotes[0]?.integrity.entry).toBe(`sha384-${createHash('sha384').update(entry).digest('base64')}`);
});

test('the API learns how a page was opened, since that decides whether its overrides count', async () => {
  const asked: unknown[] = [];
  const apiUrl = await listen((request, response) => {
    asked.push([request.headers['sec-fetch-site'], request.headers['sec-fetch-dest']]);
    response.end('<script type="application/json" id="remotes">{"remotes":[]}</script>');
  });
  const middleware = hotRemotes({ apiUrl, hot: [], readPage: async () => REMOTES_MARK });
  const url = await listen((request, response) => {
    void middleware(request, response, () => {});
  });
  await fetch(`${url}/history`, {
    headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
  });
  expect(asked).toEqual([['cross-site', 'document']]);
});

test('a page keeps the entry and chunks it learned of, and gets everything else as it is now', async () => {
  const build = { number: 1 };
  const page = await running(build);
  const { remotes } = (await (await fetch(`${page}/api/remotes`)).json()) as Registry;
  const folder = new URL('.', new URL(remotes[0]?.manifestUrl ?? '', page)).href;
  build.number = 2;
  const read = async (file: string) => (await fetch(folder + file)).text();
  expect(await read('remoteEntry.js')).toBe('/remoteEntry.js of build 1');
  expect(await read('screen.js')).toBe('/screen.js of build 1');
  expect(await read('main.1.hot-update.js')).toBe('/main.1.hot-update.js of build 2');
  expect(await read('screen.js?hmr=1')).toBe('/screen.js of build 2');
});

test('the page of the hot shell says what the API says of visitor and hosts, with the hot remotes', async () => {
  const page = await running({ number: 1 });
  const html = await (await fetch(`${page}/history?q=a`, { headers: { accept: 'text/html' } })).text();
  const [, inlined = ''] =
    /^<!doctype html>hot<meta name="remote-hosts" content="https:\/\/cdn\.example\.com"><script type="application\/json" id="remotes">(.*)<\/script>$/.exec(
      html,
    ) ?? [];
  expect(JSON.parse(inlined)).toMatchObject({
    isLoggedIn: true,
    remotes: [
      { name: 'mf_history', version: expect.stringMatching(/^dev-/) as string },
      { name: 'mf_media', version: '1' },
    ],
  });
});
