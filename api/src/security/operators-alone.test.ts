import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN_REMOTE } from '../features/remotes/remotes.routes.ts';
import { buildUser, type TestUser } from '../testing/builders.ts';
import { setUpApi } from '../testing/scene.ts';

const LOCATIONS = [
  '/main.f54d0789.js.map',
  '/remotes/mf_history/1.0.0/screen.0a1b2c3d.js.map',
  `/remotes/${ADMIN_REMOTE}/1.0.0/screen.0a1b2c3d.js.map`,
];
const TOKEN = 'a-token-of-the-metrics';
/** Who a proxy speaks for. */
const outside = { 'x-forwarded-for': '203.0.113.9' };
const api = setUpApi({ TRUST_PROXY: '1', METRICS_TOKEN: TOKEN });
let admin: TestUser;
beforeAll(async () => {
  admin = await buildUser(api.db, { role: 'admin' });
  for (const folder of [
    path.join(api.config.WEB_ROOT, 'shell/dist'),
    path.join(api.app.remotes.releasesDir, 'mf_history/1.0.0'),
    path.join(api.app.remotes.releasesDir, ADMIN_REMOTE, '1.0.0'),
  ]) {
    fs.mkdirSync(folder, { recursive: true });
    for (const file of ['main.f54d0789.js', 'screen.0a1b2c3d.js']) {
      fs.writeFileSync(path.join(folder, file), 'code');
      fs.writeFileSync(path.join(folder, `${file}.map`), 'sources');
      fs.writeFileSync(path.join(folder, `${file}.map.br`), brotliCompressSync('sources'));
    }
  }
});

const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.as(admin).fetch(address, { method, headers: { 'accept-encoding': 'identity', ...headers } });

test('metrics and source maps come to this machine and to the token, and are kept by nobody', async () => {
  for (const address of LOCATIONS) {
    const [near, known] = [await get(address), await get(address, { ...outside, authorization: `Bearer ${TOKEN}` })];
    expect([near.status, await near.text(), known.status, await known.text()]).toEqual([
      200,
      'sources',
      200,
      'sources',
    ]);
    expect(near.headers.get('cache-control')).toBe('private, no-store');
    expect(await (await get(address, { 'accept-encoding': 'br' })).text()).toBe('sources');
  }
  expect(await (await get('/metrics', { ...outside, authorization: `Bearer ${TOKEN}` })).text()).toContain(
    'http_request_seconds',
  );
});

test('they are nowhere for anybody else, an administrator too', async () => {
  for (const address of ['/metrics', '/Metrics', '/metrics/', ...LOCATIONS]) {
    for (const method of ['GET', 'HEAD'])
      expect([address, method, (await get(address, outside, method)).status]).toEqual([address, method, 404]);
  }
});

test.each([
  '.map.br',
  '.%6dap',
  '%2emap',
  '%2Emap',
  '.map%2ebr',
  '.map/',
  '.map/.',
  '.map%2f',
  '.map%00',
  '.map%20',
  '.map.',
  '.MAP',
  '.Map.br',
  '.map;v=1',
  '.map?v=1',
  '.%6D%61%70',
  './../screen.0a1b2c3d.js.map',
  '%2f..%2fscreen.0a1b2c3d.js.map',
])('nor under another spelling: %s', async (spelling) => {
  for (const folder of [
    '/',
    '/remotes/mf_history/1.0.0/',
    '/remotes//mf_history/1.0.0/',
    '/remotes/mf_history/1.0.0//',
    '/remotes/mf_history/1.0.0/x/%2e%2e/',
  ]) {
    const answer = await get(`${folder}screen.0a1b2c3d.js${spelling}`, {
      ...outside,
      'accept-encoding': 'br, identity',
    });
    expect(await answer.text()).not.toContain('sources');
    expect(answer.status).not.toBe(200);
  }
});

test('the code itself is for everybody', async () => {
  expect(await (await get('/main.f54d0789.js', outside)).text()).toBe('code');
  expect(await (await get('/remotes/mf_history/1.0.0/screen.0a1b2c3d.js', outside)).text()).toBe('code');
});

test('the token is in no line of the log', async () => {
  await get('/metrics', { ...outside, authorization: `Bearer ${TOKEN}` });
  await get(LOCATIONS[0] ?? '', { ...outside, authorization: `Bearer ${TOKEN}` });
  expect(api.logged.join()).not.toContain(TOKEN);
});
