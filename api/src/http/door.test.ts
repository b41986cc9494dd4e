import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listPosts, updatePost, updateSettings } from '../contract/index.ts';
import { buildPost, buildUser } from '../testing/builders.ts';
import { setUpApi, setUpPerson } from '../testing/scene.ts';
import { testApi } from '../testing/test-api.ts';
import { forgetLastMigration, takeColumnAway } from '../testing/database-state.ts';

// Some tests start an app of their own.

const api = setUpApi({ PUBLIC_URL: 'http://localhost:3000' });
const { me, caller } = setUpPerson(api);

const patchSettings = (body: string, headers: Record<string, string> = {}) =>
  caller.fetch('/api/settings', { method: 'PATCH', body, headers: { 'content-type': 'application/json', ...headers } });

describe('what is sent', () => {
  test('every issue of address, query and body is listed at once', async () => {
    const answer = await caller.call(updatePost, {
      params: { id: 0 },
      query: { verbose: 1 },
      body: { scheduledAt: 'tomorrow', colour: 'red' } as never,
    });
    expect(answer.status).toBe(400);
    expect((answer.body as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path).sort()).toEqual([
      'colour',
      'id',
      'scheduledAt',
      'verbose',
    ]);
  });

  test('issues are sentences that a person can read', async () => {
    const answer = await caller.call(updateSettings, {
      body: { theme: 'pink' as 'dark', timeZone: 5 as unknown as string },
    });
    expect(answer.body).toMatchObject({
      issues: [
        { path: 'timeZone', message: 'Invalid input: expected string, received number' },
        { path: 'theme', message: expect.stringContaining('"dark"') },
      ],
    });
  });

  test('a body that is not JSON is refused with 415', async () => {
    expect((await patchSettings('theme=dark', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(
      415,
    );
    expect((await patchSettings('{"theme":"dark"}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await patchSettings('{"theme":"dark"}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  test('broken JSON is refused with 400 and a sentence', async () => {
    const answer = await patchSettings('{"theme":');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: "The request body isn't valid JSON.",
      code: 'invalid_input',
    });
  });

  const statusOf = (path: string) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(api.url);
      request({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });

  test.each(['http://', 'http://?text=a', 'x://'])(
    'an address without a path is answered as its beginning: %s',
    async (address) => {
      expect(await statusOf(address)).toBe(await statusOf('/'));
    },
  );

  test('an address that names no host is refused', async () => {
    expect(await statusOf('http://[::1/api/posts')).toBe(400);
  });

  test('the one character that cannot be kept is refused', async () => {
    expect((await patchSettings('{"timeZone":"Asia\\u0000"}')).status).toBe(400);
    expect(await (await patchSettings('{"timeZone":"\\\\u0000"}')).json()).toMatchObject({
      issues: [{ path: 'timeZone' }],
    });
  });

  test.each(['[]', '"dark"', 'null', '7'])('JSON that is no object is refused with 400: %s', async (body) => {
    expect((await patchSettings(body)).status).toBe(400);
  });

  test('more than 1 MB is refused with 413, with or without its length told before', async () => {
    const large = JSON.stringify({ theme: 'x'.repeat(1024 * 1024) });
    const answer = await patchSettings(large);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'too_large' });
    const chunked = await caller.fetch('/api/settings', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(413);
  });
});

describe('what is answered', () => {
  test.each(['GET', 'POST', 'DELETE'])('an unknown call is a 404 in JSON: %s', async (method) => {
    const answer = await caller.fetch('/api/no-such-call', { method });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toMatchObject({ code: 'not_found', message: expect.any(String) });
  });

  test('a known address with another method is a 405 that says which ones it takes', async () => {
    const answer = await caller.fetch('/api/settings', { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('PATCH');
    expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
  });

  test("every answer carries a request id: the caller's when it is sane, else a new one", async () => {
    expect(
      (await caller.fetch('/api/settings', { headers: { 'x-request-id': 'trace-1234567' } })).headers.get(
        'x-request-id',
      ),
    ).toBe('trace-1234567');
    expect(
      (await caller.fetch('/api/nothing', { headers: { 'x-request-id': '<b>' } })).headers.get('x-request-id'),
    ).toMatch(/^[\w-]{36}$/);
    expect((await caller.fetch('/healthz')).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  test('one line is logged for each call, with its request id and without its query', async () => {
    const id = 'trace-of-one-call';
    await caller.fetch('/api/settings?access_token=EAAsecret', { headers: { 'x-request-id': id } });
    await expect.poll(() => api.logged.filter((line) => line.includes(id))).toHaveLength(1);
    const line = api.logged.find((entry) => entry.includes(id)) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      msg: 'request',
      method: 'GET',
      path: '/api/settings',
      status: 400,
      userId: me.userId,
    });
    expect(api.logged.join()).not.toContain('EAAsecret');
  });

  test('an answer of more than a packet is compressed with brotli', async () => {
    for (let count = 0; count < 10; count += 1)
      await buildPost(api.db, me, { status: 'published', content: 'Fresh kaya toast. '.repeat(10) });
    const answer = await caller.fetch('/api/posts/paginated?status=published', {
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
    });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.json()).toMatchObject({ pagination: { total: 10 } });
  });

  test('answers of calls are kept by no cache', async () => {
    expect((await caller.call(listPosts, { query: { status: 'published' } })).headers.get('cache-control')).toBe(
      'no-store',
    );
  });

  test('a failure that nobody foresaw is answered blandly and logged whole', async () => {
    const broken = await testApi();
    const someone = broken.as(await buildUser(broken.db));
    await takeColumnAway(broken.db, 'users', 'theme');
    const answer = await someone.fetch('/api/settings');
    expect(answer.status).toBe(500);
    const bland: unknown = expect.not.stringContaining('theme');
    expect(await answer.json()).toEqual({ code: 'internal', message: bland, error: bland });
    expect(broken.logged.join()).toContain('column \\"theme\\" does not exist');
    await broken.close();
  });
});

describe('security headers', () => {
  test('nothing inline, nothing evaluated, nobody frames us', async () => {
    const policy = (await caller.fetch('/healthz')).headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('*');
    const sandbox = new URL(api.sandbox.url).origin;
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "style-src 'self'",
        `script-src 'self' ${sandbox}/sdk.js`,
      ]),
    );
  });

  test('types are not guessed', async () => {
    expect((await caller.fetch('/healthz')).headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('with the real Facebook its hosts are listed', async () => {
    const real = await testApi({ FB_SDK_URL: '', FB_GRAPH_BASE: '', PUBLIC_URL: 'https://pages.example.com' });
    const { headers } = await real.as(null).fetch('/healthz');
    await real.close();
    expect(headers.get('content-security-policy')).toContain(
      "script-src 'self' https://connect.facebook.net/en_US/sdk.js;",
    );
    expect(headers.get('content-security-policy')).toMatch(/frame-src 'self'[^;]* https:\/\/www\.facebook\.com/);
    expect(headers.get('strict-transport-security')).toMatch(/max-age/);
  });
});

describe('calls from elsewhere', () => {
  const logout = (headers: Record<string, string>) =>
    fetch(new URL('/api/logout', api.url), { method: 'POST', headers });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:3001' }],
    ['a page without an origin', { origin: 'null' }],
    ['nowhere told', {}],
    ["another site by the browser's word", { 'sec-fetch-site': 'cross-site' }],
    ["a neighbour by the browser's word", { 'sec-fetch-site': 'same-site' }],
  ])('%s: refused with 403 and a sentence', async (_from, headers) => {
    const answer = await logout(headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('http://localhost:3000'),
    });
  });

  test.each([
    ['our own origin', { origin: 'http://localhost:3000' }],
    ['this machine by number', { origin: 'http://127.0.0.1:3000' }],
    ['this machine by IPv6', { origin: 'http://[::1]:3000' }],
    ["the same origin by the browser's word", { 'sec-fetch-site': 'same-origin' }],
  ])('%s: taken', async (_from, headers) => expect((await logout(headers)).status).toBe(200));

  test('a public address has no other names', async () => {
    const real = await testApi({ PUBLIC_URL: 'https://pages.example.com' });
    const from = (origin: string) =>
      fetch(new URL('/api/logout', real.url), { method: 'POST', headers: { origin } }).then(({ status }) => status);
    expect([
      await from('https://pages.example.com'),
      await from('http://localhost:3000'),
      await from('http://pages.example.com'),
    ]).toEqual([200, 403, 403]);
    await real.close();
  });
});

describe('operation', () => {
  test('alive, ready and counted', async () => {
    expect((await caller.fetch('/healthz')).status).toBe(200);
    expect((await caller.fetch('/readyz')).status).toBe(200);
    await caller.fetch('/api/settings');
    const metrics = await (await caller.fetch('/metrics')).text();
    expect(metrics).toMatch(/http_request_seconds_count\{[^}]*route="\/api\/settings"/);
  });

  test('not ready while a migration is missing, and while stopping', async () => {
    const other = await testApi();
    const ready = async () => (await other.as(null).fetch('/readyz')).status;
    const putRight = await forgetLastMigration(other.db);
    expect(await ready()).toBe(503);
    await putRight();
    expect(await ready()).toBe(200);
    other.app.state.isStopping = true;
    expect(await ready()).toBe(503);
    await other.close();
  });

  test('not ready with a loop that does not tick', async () => {
    const still = await testApi({ LOOP: 'on' });
    expect((await still.as(null).fetch('/readyz')).status).toBe(503);
    await still.app.loop.tickJob.run(new Date());
    expect((await still.as(null).fetch('/readyz')).status).toBe(200);
    await still.close();
  });
});
