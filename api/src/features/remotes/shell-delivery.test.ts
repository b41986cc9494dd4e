import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { listRemotes } from '../../contract/remotes.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpApi } from '../../testing/scene.ts';
import { testApi } from '../../testing/test-api.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';

const api = setUpApi();
let user: TestUser;
let admin: TestUser;
beforeAll(async () => {
  user = await buildUser(api.db);
  admin = await buildUser(api.db, { role: 'admin' });
  buildShell(api.config.WEB_ROOT);
  buildRemote(api.config.WEB_ROOT, 'mf-history', { paths: ['/history', '/scheduled'] });
  buildRemote(api.config.WEB_ROOT, 'mf-dashboard', { paths: ['/'] });
  buildRemote(api.config.WEB_ROOT, 'mf-admin', { paths: ['/admin', '/admin-panel'] });
  await api.app.remotes.registerBuiltIns();
});

const get = (address: string, as: TestUser | null = user, headers: Record<string, string> = {}) =>
  api.as(as).fetch(address, { headers: { accept: 'text/html', ...headers } });
const page = async (address: string, as: TestUser | null = user) => (await get(address, as)).text();
const hints = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="(\w+)" href="([^"]+)"/g)].map(([, as, href]) => `${as} ${href}`);

describe('the page', () => {
  test.each([
    '/',
    '/history',
    '/history/',
    '/content-generator',
    '/unauthorized?facebookId=1&name=Lim',
    '/no/such/screen',
    '/index.html',
  ])('comes for %s', async (address) => {
    const answer = await get(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toContain('<div id="root">');
  });

  test('carries the registry of this visitor, and whether somebody is in', async () => {
    for (const visitor of [null, user, admin]) {
      const [, inlined = ''] =
        /<script type="application\/json" id="remotes">(.*?)<\/script>/.exec(await page('/', visitor)) ?? [];
      expect(JSON.parse(inlined)).toEqual({
        isLoggedIn: visitor !== null,
        ...(await api.as(visitor).call(listRemotes)).body,
      });
      expect(inlined.includes('mf_admin')).toBe(visitor === admin);
    }
  });

  const overriding = `/history?mf.mf_history=${encodeURIComponent('http://localhost:3104/mf-manifest.json')}`;
  interface Inlined {
    remotes: { name: string; manifestUrl: string }[];
    overrides?: { name: string; manifestUrl: string; override: string }[];
    refusedOverrides?: string[];
  }
  const inlined = (html: string) => JSON.parse(/id="remotes">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as Inlined;
  const RELEASED = expect.arrayContaining([
    expect.objectContaining({ name: 'mf_history', manifestUrl: '/remotes/mf_history/1.0.0/container.json' }),
  ]) as unknown;
  /** As a browser says it of an address that was typed. */
  const TYPED = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };

  test("takes a remote from a developer's machine where an administrator asks for it", async () => {
    const answer = await get(overriding, admin, TYPED);
    const html = await answer.text();
    expect(inlined(html)).toMatchObject({
      remotes: RELEASED,
      overrides: [
        {
          name: 'mf_history',
          manifestUrl: 'http://localhost:3104/mf-manifest.json',
          override: 'http://localhost:3104',
          previous: null,
        },
      ],
    });
    expect(hints(html)).toEqual(['fetch /api/auth/user']);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self'[^;]* http:\/\/localhost:3104;/);
    expect(policy).toMatch(
      /connect-src 'self'[^;]* http:\/\/localhost:3104 ws:\/\/localhost:3104 ws:\/\/127\.0\.0\.1:3104;/,
    );
    expect(policy).not.toContain('unsafe');
  });

  test.each([
    '/',
    '/history',
    '/admin',
    '/unauthorized',
    '/app-review-demo',
    '/privacy-policy',
    '/oembed-test',
    '/no/such/screen',
    '/index.html',
  ])('runs our own scripts and the SDK, whoever opens %s', async (address) => {
    // What one administrator asks for is for that one page.
    await get(overriding, admin);
    for (const visitor of [null, user, admin]) {
      const directives = ((await get(address, visitor)).headers.get('content-security-policy') ?? '').split(';');
      expect(
        directives.filter((directive) => /script|default|object|base|worker|frame-ancestors|form/.test(directive)),
      ).toEqual([
        "default-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        `script-src 'self' ${api.config.FB_SDK_URL}`,
        `worker-src ${api.config.PUBLIC_URL}/push-worker.js`,
      ]);
    }
  });

  test.each([
    ['somebody who is no administrator', overriding, false],
    ['an address elsewhere', '/history?mf.mf_history=https%3A%2F%2Fevil.example%2Fmf-manifest.json', true],
    [
      'an address that only looks near',
      '/history?mf.mf_history=http%3A%2F%2Flocalhost.evil.example%2Fmf-manifest.json',
      true,
    ],
    ['something that is no address', '/history?mf.mf_history=javascript%3Aalert(1)', true],
  ])('takes nothing from elsewhere for %s', async (_who, address, isAdmin) => {
    const answer = await get(address, isAdmin ? admin : user, TYPED);
    const said = inlined(await answer.text());
    expect([said.remotes, said.overrides]).toEqual([RELEASED, undefined]);
    expect(answer.headers.get('content-security-policy')).not.toMatch(/3104|evil/);
  });

  test.each([
    ['a link on another site', { ...TYPED, 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine, or a neighbour', { ...TYPED, 'sec-fetch-site': 'same-site' }],
    ['a frame', { ...TYPED, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
    ['a browser that does not say', {}],
  ])("takes nothing from a developer's machine for %s, and says so", async (_who, headers) => {
    const answer = await get(overriding, admin, headers);
    const said = inlined(await answer.text());
    expect(said).toMatchObject({
      remotes: RELEASED,
      refusedOverrides: [expect.stringContaining('Another page led here') as string],
    });
    expect(said.overrides).toBeUndefined();
    expect(answer.headers.get('content-security-policy')).not.toContain('3104');
  });

  test('takes it from a link of its own page', async () => {
    expect(
      inlined(await (await get(overriding, admin, { ...TYPED, 'sec-fetch-site': 'same-origin' })).text()).overrides,
    ).toHaveLength(1);
  });

  test.each([
    [
      'mf.mf_history=https%3A%2F%2Fevil.example%2Fmf-manifest.json',
      /^mf_history can't be loaded from https:\/\/evil\.example\/mf-manifest\.json\. Only this computer/,
    ],
    [
      'mf.mf_histroy=http%3A%2F%2Flocalhost%3A3104%2Fmf-manifest.json',
      /^There is no remote mf_histroy: it is one of .*mf_history/,
    ],
    ['mf.mf_history=', /^mf_history can't be loaded from \. Only this computer/],
  ])('says in words why ?%s is not done, to an administrator', async (query, words) => {
    const refusals = async (as: TestUser) =>
      inlined(await (await get(`/history?${query}`, as, TYPED)).text()).refusedOverrides;
    expect(await refusals(admin)).toEqual([expect.stringMatching(words)]);
    expect(await refusals(user)).toBeUndefined();
  });

  test('cannot be broken out of by what is inlined', async () => {
    await api.stored.remoteReleases.change(
      {
        nav: JSON.stringify([{ to: '/', label: '</script><script>alert(1)</script>$&', icon: 'x', order: 1 }]),
      },
      { name: 'mf_history' },
    );
    const html = await page('/');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('\\u003c/script>\\u003cscript>alert(1)\\u003c/script>$&');
  });

  test('names no area whose entry was changed to what no page could read', async () => {
    const namesAt = async () => inlined(await page('/')).remotes.map(({ name }) => name);
    const before = await namesAt();
    const nav = (of: unknown) => api.stored.remoteReleases.change({ nav: JSON.stringify(of) }, { name: 'mf_history' });
    await nav([{ to: '/history', label: { en: 'History' }, icon: 'x', order: 1 }]);
    expect(await namesAt()).toEqual(before.filter((name) => name !== 'mf_history'));
    await nav([]);
    expect(await namesAt()).toEqual(before);
  });

  test('asks at once for what the area of this address needs, with its hashes', async () => {
    const html = await page('/history');
    expect(hints(html)).toEqual([
      'fetch /api/auth/user',
      'script /remotes/mf_history/1.0.0/remoteEntry.js',
      'script /remotes/mf_history/1.0.0/screen.0a1b2c3d.js',
      'style /remotes/mf_history/1.0.0/screen.4e5f6a7b.css',
    ]);
    expect(html.match(/as="script"[^>]* integrity="sha384-/g)).toHaveLength(2);
    expect(hints(await page('/'))).toContain('script /remotes/mf_dashboard/1.0.0/remoteEntry.js');
    expect(hints(await page('/settings'))).toEqual(['fetch /api/auth/user']);
  });

  test('asks at once for a manifest that has to be read first, too', async () => {
    buildRemote(api.config.WEB_ROOT, 'mf-history', {
      version: '1.1.0',
      paths: ['/history'],
      manifest: 'mf-manifest.json',
    });
    await api.app.remotes.registerBuiltIns();
    expect(hints(await page('/history'))).toContain('fetch /remotes/mf_history/1.1.0/mf-manifest.json');
  });

  test('asks for nothing that this visitor may not have', async () => {
    expect(hints(await page('/admin', admin))).toContain('script /remotes/mf_admin/1.0.0/remoteEntry.js');
    expect(hints(await page('/admin', user))).toEqual(['fetch /api/auth/user']);
    expect(hints(await page('/history', null))).toEqual([]);
  });

  test('is built first: without a build a sentence says so', async () => {
    const bare = await testApi();
    const answer = await bare.as(null).fetch('/');
    await bare.close();
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('npm start');
  });
});

describe("the shell's files", () => {
  test('with a hash in their name may be kept forever', async () => {
    const answer = await get('/main.f54d0789.js', null, { 'accept-encoding': 'br' });
    expect(answer.headers.get('cache-control')).toBe('max-age=31536000,immutable');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
  });

  test('say what a document has to obey only where they are one', async () => {
    for (const file of ['/main.f54d0789.js', '/remotes/mf_history/1.0.0/container.json']) {
      const { headers } = await get(file);
      expect([...headers.keys()].filter((name) => /policy|frame|agent|download|xss/.test(name))).toEqual([
        'cross-origin-resource-policy',
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await get('/icon.svg')).headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  test('without one are asked for again', async () => {
    const answer = await get('/icon.svg', null);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).not.toMatch(/immutable|max-age=[1-9]/);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    const again = await get('/icon.svg', null, {
      'if-modified-since': answer.headers.get('last-modified') ?? '',
      'cache-control': 'max-age=0',
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test.each([
    '/gone.js',
    '/favicon.ico',
    '/..%2f..%2fdata%2fsecret.key',
    '/%2e%2e/package.json',
    '/..%252fpackage.json',
    '/.env.js',
  ])('one that is not there is a 404: %s', async (address) => {
    fs.writeFileSync(path.join(api.config.WEB_ROOT, 'package.json'), '{}');
    const answer = await get(address);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  });

  test('are only read', async () => {
    const answer = await api.as(user).fetch('/history', { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});
