import fs from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_REMOTE } from '../features/remotes/remotes.routes.ts';
import { buildUser, type TestUser } from '../testing/builders.ts';
import { testApi, type TestApi } from '../testing/test-api.ts';
import { assertOperator, noteOperator } from './operators.ts';

const TOKEN = 'a-token-of-the-metrics';
const ELSEWHERE = '203.0.113.9';

describe('whoever is on this machine', () => {
  interface Asking {
    readonly from?: string;
    readonly host?: string;
    readonly headers?: Record<string, string>;
    readonly proxies?: number;
    readonly publicUrl?: string;
    readonly listensOn?: string;
  }

  async function isOperator({ from = '127.0.0.1', host = 'localhost:3000', headers = {}, proxies = 0, publicUrl = 'http://localhost:3000', listensOn = '127.0.0.1' }: Asking): Promise<boolean> {
    const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: from }));
    Object.assign(request.headers, { host, ...headers });
    const ctx = new Koa().createContext(request, new ServerResponse(request));
    await noteOperator({ METRICS_TOKEN: TOKEN, TRUST_PROXY: proxies, PUBLIC_URL: publicUrl, HOST: listensOn })(ctx, async () => {});
    try {
      assertOperator(ctx);
      return true;
    } catch {
      return false;
    }
  }

  const forwarded = (addresses: string) => ({ 'x-forwarded-for': addresses });

  test.each<[string, Asking]>([
    ['by number', { host: '127.0.0.1:3000' }],
    ['by IPv6', { from: '::1', host: '[::1]:3000' }],
    ['by IPv4 in IPv6', { from: '::ffff:127.0.0.1' }],
    ['by another number of it', { from: '127.8.9.10' }],
    ['straight, beside a proxy', { proxies: 1, publicUrl: 'https://pages.example.com' }],
    ['through a proxy that says so', { proxies: 1, headers: forwarded('127.0.0.1') }],
    ['through two of them', { proxies: 2, headers: forwarded('::1, 127.0.0.1') }],
    ['straight, where we listen everywhere', { publicUrl: 'https://pages.example.com', listensOn: '0.0.0.0' }],
  ])('is an operator: %s', async (_how, asking) => expect(await isOperator(asking)).toBe(true));

  test.each<[string, Asking]>([
    ['another machine', { from: ELSEWHERE }],
    ['another machine that calls itself this one', { from: ELSEWHERE, headers: forwarded('127.0.0.1') }],
    ['and one that comes past the proxy', { from: ELSEWHERE, proxies: 1, headers: forwarded('127.0.0.1') }],
    ['another machine through the proxy', { proxies: 1, headers: forwarded(ELSEWHERE) }],
    ['one that hides behind a made-up line', { proxies: 1, headers: forwarded(`127.0.0.1, ${ELSEWHERE}`) }],
    ['one that hides from a proxy too many', { proxies: 2, headers: forwarded(`127.0.0.1, ${ELSEWHERE}`) }],
    ['whoever comes through a proxy that nobody told of', { headers: forwarded('127.0.0.1') }],
    ['the same, in the newer words', { headers: { forwarded: 'for=127.0.0.1' } }],
    ['the same, with a name of its own', { headers: { 'x-real-ip': ELSEWHERE } }],
    ['whoever comes through a silent one', { publicUrl: 'https://pages.example.com' }],
    ['an empty line of a proxy', { headers: forwarded('') }],
    ['a page elsewhere whose name leads here', { host: 'evil.example:3000' }],
    ['no name', { host: '' }],
    ['a lookalike', { host: 'localhost.evil.example' }],
    ['a wrong token', { from: ELSEWHERE, headers: { authorization: 'Bearer a-token-of-the-metric' } }],
    ['a token in another scheme', { from: ELSEWHERE, headers: { authorization: `Basic ${TOKEN}` } }],
    ['no token', { from: ELSEWHERE, headers: { authorization: 'Bearer ' } }],
  ])('is none: %s', async (_who, asking) => expect(await isOperator(asking)).toBe(false));

  test('whoever knows the token is one from anywhere', async () => {
    expect(await isOperator({ from: ELSEWHERE, headers: { authorization: `Bearer ${TOKEN}` } })).toBe(true);
    expect(await isOperator({ proxies: 1, headers: { ...forwarded(ELSEWHERE), authorization: `bearer  ${TOKEN}` } })).toBe(true);
  });
});

describe('what operators alone may read', () => {
  const LOCATIONS = ['/main.f54d0789.js.map', '/remotes/mf_history/1.0.0/screen.0a1b2c3d.js.map', `/remotes/${ADMIN_REMOTE}/1.0.0/screen.0a1b2c3d.js.map`];
  const outside = { 'x-forwarded-for': ELSEWHERE };
  let api: TestApi;
  let admin: TestUser;
  beforeAll(async () => {
    api = await testApi({ TRUST_PROXY: '1', METRICS_TOKEN: TOKEN });
    admin = await buildUser(api.db, { role: 'admin' });
    for (const folder of [path.join(api.config.WEB_ROOT, 'shell/dist'), path.join(api.app.releasesDir, 'mf_history/1.0.0'), path.join(api.app.releasesDir, ADMIN_REMOTE, '1.0.0')]) {
      fs.mkdirSync(folder, { recursive: true });
      for (const file of ['main.f54d0789.js', 'screen.0a1b2c3d.js']) {
        fs.writeFileSync(path.join(folder, file), 'code');
        fs.writeFileSync(path.join(folder, `${file}.map`), 'sources');
        fs.writeFileSync(path.join(folder, `${file}.map.br`), brotliCompressSync('sources'));
      }
    }
  });
  afterAll(() => api.close());

  const get = (address: string, headers: Record<string, string> = {}, method = 'GET') => api.as(admin).fetch(address, { method, headers: { 'accept-encoding': 'identity', ...headers } });

  test('comes to this machine and to the token, to be kept by nobody', async () => {
    for (const address of LOCATIONS) {
      const [near, known] = [await get(address), await get(address, { ...outside, authorization: `Bearer ${TOKEN}` })];
      expect([near.status, await near.text(), known.status, await known.text()]).toEqual([200, 'sources', 200, 'sources']);
      expect(near.headers.get('cache-control')).toBe('private, no-store');
      expect(await (await get(address, { 'accept-encoding': 'br' })).text()).toBe('sources');
    }
    expect(await (await get('/metrics', { ...outside, authorization: `Bearer ${TOKEN}` })).text()).toContain('http_request_seconds');
  });

  test('is nowhere for anybody else, an administrator too', async () => {
    for (const address of ['/metrics', '/Metrics', '/metrics/', ...LOCATIONS]) {
      for (const method of ['GET', 'HEAD']) expect([address, method, (await get(address, outside, method)).status]).toEqual([address, method, 404]);
    }
  });

  test.each([
    '.map.br', '.%6dap', '%2emap', '%2Emap', '.map%2ebr', '.map/', '.map/.', '.map%2f', '.map%00', '.map%20', '.map.', '.MAP', '.Map.br', '.map;v=1', '.map?v=1', '.%6D%61%70', './../screen.0a1b2c3d.js.map', '%2f..%2fscreen.0a1b2c3d.js.map',
  ])('nor under another spelling: %s', async (spelling) => {
    for (const folder of ['/', '/remotes/mf_history/1.0.0/', '/remotes//mf_history/1.0.0/', '/remotes/mf_history/1.0.0//', '/remotes/mf_history/1.0.0/x/%2e%2e/']) {
      const answer = await get(`${folder}screen.0a1b2c3d.js${spelling}`, { ...outside, 'accept-encoding': 'br, identity' });
      expect(await answer.text()).not.toContain('sources');
      expect(answer.status).not.toBe(200);
    }
  });

  test('leaves the code itself to everybody', async () => {
    expect(await (await get('/main.f54d0789.js', outside)).text()).toBe('code');
    expect(await (await get('/remotes/mf_history/1.0.0/screen.0a1b2c3d.js', outside)).text()).toBe('code');
  });

  test('and the token is in no line of the log', async () => {
    await get('/metrics', { ...outside, authorization: `Bearer ${TOKEN}` });
    await get(LOCATIONS[0] ?? '', { ...outside, authorization: `Bearer ${TOKEN}` });
    expect(api.logged.join()).not.toContain(TOKEN);
  });
});
