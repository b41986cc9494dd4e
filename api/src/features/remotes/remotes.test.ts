import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listRemotes } from '../../contract/remotes.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpApi } from '../../testing/scene.ts';
import { buildRemote } from '../../testing/web-root.ts';

const api = setUpApi();
let user: TestUser;
let admin: TestUser;
beforeAll(async () => {
  user = await buildUser(api.db);
  admin = await buildUser(api.db, { role: 'admin' });
});
beforeEach(async () => {
  await api.stored.remoteReleases.remove();
  await api.stored.remotePointers.remove();
  fs.rmSync(api.app.remotes.releasesDir, { recursive: true, force: true });
  fs.rmSync(api.config.WEB_ROOT, { recursive: true, force: true });
  buildRemote(api.config.WEB_ROOT, 'mf-history', { paths: ['/history', '/scheduled'] });
  buildRemote(api.config.WEB_ROOT, 'mf-admin');
});

const register = () => api.app.remotes.registerBuiltIns();
const remotes = async (as: TestUser | null = user) => (await api.as(as).call(listRemotes)).body.remotes;
const history = async () => (await remotes()).find(({ name }) => name === 'mf_history');

describe('the registry', () => {
  test('says where each remote is, what it serves and what its bytes must be', async () => {
    await register();
    const entry = fs.readFileSync(path.join(api.config.WEB_ROOT, 'mf-history/dist/release.json'), 'utf8');
    const { integrity } = JSON.parse(entry) as { integrity: { manifest: string; entry: string } };
    expect(await remotes(null)).toEqual([
      {
        name: 'mf_history',
        version: '1.0.0',
        manifestUrl: '/remotes/mf_history/1.0.0/container.json',
        integrity,
        contract: 1,
        paths: ['/history', '/scheduled'],
        nav: [{ to: '/history', label: 'mf_history', icon: 'history', order: 10 }],
        previous: null,
      },
    ]);
  });

  test('names the admin remote to administrators only', async () => {
    await register();
    const names = async (as: TestUser | null) => (await remotes(as)).map(({ name }) => name);
    expect([await names(null), await names(user), await names(admin)]).toEqual([
      ['mf_history'],
      ['mf_history'],
      ['mf_admin', 'mf_history'],
    ]);
  });
});

test.each([
  ['an icon of null', [{ to: '/history', label: 'History', icon: 'history', order: 10, iconPath: null }]],
  ['an icon that draws nothing', [{ to: '/history', label: 'History', icon: 'history', order: 10, iconPath: '<b>' }]],
  ['no list', 'none'],
])('an entry changed by hand to %s costs its own area only', async (_, nav) => {
  await register();
  await api.stored.remoteReleases.change({ nav: JSON.stringify(nav) }, { name: 'mf_history' });
  expect((await remotes(admin)).map(({ name }) => name)).toEqual(['mf_admin']);
});

describe('builds that come with the product', () => {
  test('are registered once, however many processes start', async () => {
    await Promise.all([register(), register(), register()]);
    await register();
    expect(await api.stored.remoteReleases.rows({}, 'name', 'version', 'status')).toEqual([
      { name: 'mf_admin', version: '1.0.0', status: 'current' },
      { name: 'mf_history', version: '1.0.0', status: 'current' },
    ]);
    expect(fs.readdirSync(path.join(api.app.remotes.releasesDir, 'mf_history'))).toEqual(['1.0.0']);
  });

  test('a new one becomes current and keeps the one before it to fall back on', async () => {
    await register();
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.1.0', text: 'new' });
    await register();
    expect(await history()).toMatchObject({
      version: '1.1.0',
      previous: { version: '1.0.0', manifestUrl: '/remotes/mf_history/1.0.0/container.json' },
    });
    expect((await api.as(user).fetch('/remotes/mf_history/1.0.0/remoteEntry.js')).status).toBe(200);
  });

  test('an earlier one that comes back is current again, under its first bytes', async () => {
    await register();
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.1.0' });
    await register();
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.0.0', text: 'other bytes' });
    await register();
    expect(await history()).toMatchObject({ version: '1.0.0', previous: { version: '1.1.0' } });
    expect(await (await api.as(user).fetch('/remotes/mf_history/1.0.0/remoteEntry.js')).text()).not.toContain(
      'other bytes',
    );
  });

  test('never take back what a team has released itself', async () => {
    await register();
    await api.stored.remoteReleases.change({ source: 'released', version: '2.0.0' }, { name: 'mf_history' });
    await api.stored.remotePointers.change({ is_own: true }, { name: 'mf_history' });
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '1.1.0' });
    await register();
    expect(await history()).toMatchObject({ version: '2.0.0', previous: null });
  });

  test('the last five stay', async () => {
    for (let minor = 0; minor < 8; minor += 1) {
      buildRemote(api.config.WEB_ROOT, 'mf-history', { version: `1.${minor}.0` });
      await register();
    }
    const kept = ['1.3.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0'];
    expect(await api.stored.remoteReleases.values('version', { name: 'mf_history' })).toEqual(kept);
  });

  test('files that are gone from the disk are put back', async () => {
    await register();
    fs.rmSync(api.app.remotes.releasesDir, { recursive: true });
    await register();
    expect((await api.as(user).fetch('/remotes/mf_history/1.0.0/remoteEntry.js')).status).toBe(200);
  });
});

describe('the files of a release', () => {
  beforeEach(register);
  const get = (address: string, as: TestUser | null = user, headers: Record<string, string> = {}) =>
    api.as(as).fetch(`/remotes/${address}`, { headers });

  test.each([
    ['remoteEntry.js', /javascript/],
    ['container.json', /json/],
    ['screen.4e5f6a7b.css', /css/],
  ])('%s may be kept forever', async (file, type) => {
    const answer = await get(`mf_history/1.0.0/${file}`, null);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(type);
    expect(answer.headers.get('cache-control')).toBe('max-age=31536000,immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('of an area whose name has two words are served like any other', async () => {
    buildRemote(api.config.WEB_ROOT, 'mf-post-ideas');
    await register();
    expect((await remotes()).find(({ name }) => name === 'mf_post_ideas')).toMatchObject({ paths: ['/post-ideas'] });
    expect((await get('mf_post_ideas/1.0.0/remoteEntry.js')).status).toBe(200);
  });

  test('come as they were compressed at build time where brotli is taken', async () => {
    const answer = await get('mf_history/1.0.0/remoteEntry.js', user, { 'accept-encoding': 'gzip, br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await answer.text()).toContain('globalThis.mf_history');
    expect(
      (await get('mf_history/1.0.0/remoteEntry.js', user, { 'accept-encoding': 'identity' })).headers.get(
        'content-encoding',
      ),
    ).toBeNull();
  });

  test('of the admin remote are for administrators, and for no shared cache', async () => {
    expect((await get('mf_admin/1.0.0/remoteEntry.js', null)).status).toBe(404);
    expect((await get('mf_admin/1.0.0/remoteEntry.js', user)).status).toBe(404);
    const answer = await get('mf_admin/1.0.0/remoteEntry.js', admin);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toMatch(/private/);
  });

  test.each([
    'mf_history/1.0.0/gone.js',
    'mf_history/9.9.9/remoteEntry.js',
    'mf_history/1.0.0/',
    'mf_history',
    'mf_history/1.0.0',
    'mf_nothing/1.0.0/remoteEntry.js',
    'mf_history/1.0.0/..%2f..%2fmf_admin%2f1.0.0%2fremoteEntry.js',
    'mf_history/1.0.0/..%252f..%252fmf_admin/1.0.0/remoteEntry.js',
    'mf_history/..%2fmf_admin/1.0.0/remoteEntry.js',
    'mf_history/1.0.0/..%2f..%2f..%2fsecret.key',
    '..%2f..%2fdata/secret.key',
    'mf_history/1.0.0/%E0%A4%A',
    'mf_history/1.0.0/.hidden',
    'mf_history/1.0.0/..%5c..%5cmf_admin',
  ])('nothing else can be reached: %s', async (address) => {
    fs.writeFileSync(path.join(api.app.remotes.releasesDir, 'mf_history/1.0.0/.hidden'), 'hidden');
    fs.writeFileSync(path.join(api.config.DATA_DIR, 'secret.key'), 'secret');
    const answer = await get(address);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('an address with a null byte is no address', async () => {
    const answer = await get('mf_history/1.0.0/%00');
    expect(answer.status).toBe(400);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
