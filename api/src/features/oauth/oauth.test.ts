import { describe, expect, test } from 'vitest';
import { deleteToken, listPages, listTokens } from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import {
  ALLOW,
  beginning,
  browser,
  connect,
  exchange,
  nextOf,
  refresh,
  registerAssistant,
  revoke,
} from '../../testing/oauth-app.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, caller, page } = {} as Scene;
const api = setUpScene(
  async (scene) => {
    ({ me, caller, page } = scene);
    await api.stored.oauthRecords.remove();
    await api.stored.rateLimits.remove();
  },
  { isAtPublicUrl: true, env: { TRUST_PROXY: '1' } },
);

/** A browser with somebody in it. */
async function atBrowser(person: { userId: typeof me.userId } = me) {
  const at = browser(api);
  await at.logIn(person);
  return at;
}
const opens = async (accessToken: string) => (await api.withToken(accessToken).call(listPages)).status;
const connectionsOf = async () => (await caller.call(listTokens)).body;
const REFUSED = { error: 'invalid_grant' };
const post = (path: string, form: Record<string, string> | string[][]) =>
  fetch(new URL(path, api.url), { method: 'POST', body: new URLSearchParams(form) });

describe('an assistant', () => {
  test('is registered, approved for what a person chose, and calls until the connection is revoked', async () => {
    const assistant = await registerAssistant(api, { at: '/api' });
    const { accessToken, refreshToken, seconds, scope, back } = await connect(api, assistant, await atBrowser());
    expect([back.origin, back.pathname, back.searchParams.get('iss')]).toEqual([
      'http://127.0.0.1:33418',
      '/callback',
      api.config.PUBLIC_URL,
    ]);
    expect([seconds, scope]).toEqual([600, 'read draft']);
    expect(await opens(accessToken)).toBe(200);

    const [connection] = await connectionsOf();
    expect(connection).toMatchObject({ kind: 'oauth', name: 'Claude', scopes: ['read', 'draft'], needsApproval: true });
    const next = await refresh(assistant, refreshToken);
    expect(await opens(next.accessToken)).toBe(200);

    await caller.call(deleteToken, { params: { id: connection?.id ?? 0 } });
    expect(await opens(next.accessToken)).toBe(401);
    await expect(refresh(assistant, next.refreshToken)).rejects.toMatchObject(REFUSED);
  });

  test('gets no more than it asked for, on the pages that were chosen, and the table holds no key', async () => {
    const assistant = await registerAssistant(api, { at: '/api' });
    const chosen = { ...ALLOW, scope: ['read', 'publish'], pages: 'these', page: page.id };
    const { accessToken, refreshToken, scope } = await connect(api, assistant, await atBrowser(), chosen);
    expect(scope).toBe('read');
    expect(await connectionsOf()).toMatchObject([{ scopes: ['read'], pageIds: [page.id] }]);
    const kept = JSON.stringify(await api.stored.oauthRecords.rows());
    for (const secret of [accessToken, refreshToken]) expect(kept).not.toContain(secret);
    expect(api.logged.join('\n')).not.toMatch(new RegExp(`${accessToken}|${refreshToken}`));
  });

  test('is connected by the other process too, and an end there is an end here', async () => {
    const assistant = await registerAssistant(api, { at: '/api' });
    const { accessToken, refreshToken } = await connect(api, assistant, await atBrowser());
    const other = await api.another();
    expect((await other.withToken(accessToken).call(listPages)).status).toBe(200);
    await revoke(assistant, refreshToken);
    expect((await other.withToken(accessToken).call(listPages)).status).toBe(401);
    expect(await connectionsOf()).toEqual([]);
  });

  test('has tokens for one door each', async () => {
    const assistant = await registerAssistant(api, { at: '/mcp' });
    const { accessToken } = await connect(api, assistant, await atBrowser());
    expect(await opens(accessToken)).toBe(401);
    expect(await api.app.oauth.tokenIdOf(accessToken, 'mcp')).not.toBeNull();
    const { url } = await beginning({ ...assistant, resource: 'https://elsewhere.example/mcp' });
    const sent = await (await atBrowser()).open(url);
    expect(new URL(sent.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_target');
  });

  test('says where it may be found out about, whatever name it is asked by', async () => {
    const asked = await fetch(new URL('/.well-known/oauth-authorization-server', api.url), {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const document = await asked.text();
    expect(document).not.toContain('evil');
    expect(JSON.parse(document)).toMatchObject({
      issuer: api.config.PUBLIC_URL,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    for (const path of ['/.well-known/oauth-authorization-server/mcp', '/.well-known/openid-configuration'])
      expect((await fetch(new URL(path, api.url))).status).toBe(404);
  });
});

describe('what was given out', () => {
  test('ends the connection when a code comes a second time', async () => {
    const assistant = await registerAssistant(api, { at: '/api' });
    const { accessToken, answer, verifier } = await connect(api, assistant, await atBrowser());
    await expect(exchange(assistant, answer, verifier)).rejects.toMatchObject(REFUSED);
    expect(await opens(accessToken)).toBe(401);
  });

  test('ends the connection when a used refresh token comes again, also at the very same time', async () => {
    const assistant = await registerAssistant(api, { at: '/api' });
    const at = await atBrowser();
    const first = await connect(api, assistant, at);
    const second = await refresh(assistant, first.refreshToken);
    await expect(refresh(assistant, first.refreshToken)).rejects.toMatchObject(REFUSED);
    expect(await opens(second.accessToken)).toBe(401);
    await expect(refresh(assistant, second.refreshToken)).rejects.toMatchObject(REFUSED);

    const third = await connect(api, assistant, at);
    const raced = await Promise.allSettled([1, 2, 3].map(() => refresh(assistant, third.refreshToken)));
    expect(raced.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
    expect(await connectionsOf()).toEqual([]);
  });

  test('is worth nothing to another app, with another verifier or another address', async () => {
    const [assistant, other] = [await registerAssistant(api), await registerAssistant(api, { name: 'Other' })];
    const at = await atBrowser();
    const { url, verifier } = await beginning(assistant);
    const back = await at.answer(await at.arrive(url), ALLOW);
    const code = back.searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      code,
      client_id: assistant.client.client_id,
      redirect_uri: assistant.redirectUri,
      code_verifier: verifier,
    };
    const tries = [
      { ...form, client_id: other.client.client_id },
      { ...form, code_verifier: verifier.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')) },
      { ...form, redirect_uri: 'http://127.0.0.1:33419/callback' },
      { ...form, code_verifier: '' },
    ];
    for (const wrong of tries) expect((await post('/oauth/token', wrong)).status).toBe(400);
    const answer = (await (await post('/oauth/token', form)).json()) as { refresh_token: string };
    await expect(refresh(other, answer.refresh_token)).rejects.toMatchObject(REFUSED);
    await revoke(other, answer.refresh_token);
    expect((await refresh(assistant, answer.refresh_token)).accessToken).not.toBe('');
  });

  test('is for whoever approved it, when two people use one browser', async () => {
    const assistant = await registerAssistant(api, { at: '/api' });
    const at = await atBrowser();
    await connect(api, assistant, at);
    const other = await buildUser(api.db);
    await at.logIn(other);
    const { accessToken } = await connect(api, assistant, at);
    expect((await api.withToken(accessToken).call(listPages)).body).toEqual([]);
    expect([(await connectionsOf()).length, (await api.as(other).call(listTokens)).body.length]).toEqual([1, 1]);
  });

  test('goes with the person: blocked, they are out', async () => {
    const assistant = await registerAssistant(api, { at: '/api' });
    const { accessToken, refreshToken } = await connect(api, assistant, await atBrowser());
    await api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: me.facebookId });
    expect(await opens(accessToken)).toBe(401);
    await expect(refresh(assistant, refreshToken)).rejects.toMatchObject(REFUSED);
  });
});

describe('a request', () => {
  test.each([
    ['no challenge', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token in the address', { response_type: 'token' }, 'invalid_request'],
    ['no question to the person', { prompt: 'none' }, 'interaction_required'],
  ])('with %s goes back to the app as an error', async (_what, changes, error) => {
    const { url } = await beginning(await registerAssistant(api), changes);
    const back = new URL((await (await atBrowser()).open(url)).headers.get('location') ?? '');
    const said = new URLSearchParams(back.search || back.hash.slice(1));
    expect([back.host, said.get('error'), said.get('iss')]).toEqual(['127.0.0.1:33418', error, api.config.PUBLIC_URL]);
  });

  test('for an answer by a form is refused on a page of ours', async () => {
    const { url } = await beginning(await registerAssistant(api), { response_mode: 'form_post' });
    const answer = await (await atBrowser()).open(url);
    const page = await answer.text();
    expect([answer.status, page]).toEqual([400, expect.stringContaining('<h1>We couldn&#39;t connect this app</h1>')]);
    expect(page).toContain('response_mode must be query');
    expect(page).not.toContain('<script');
  });

  test('goes to no address but those that the app registered', async () => {
    const assistant = await registerAssistant(api, {
      redirectUris: ['http://127.0.0.1/callback', 'https://app.example/cb'],
    });
    const at = await atBrowser();
    const wrong = [
      'http://127.0.0.1:1@evil.example/callback',
      'http://evil.example/callback',
      'http://localhost:33418/callback',
      'http://127.0.0.1:33418/callback/../evil',
      'http://127.0.0.1:33418/callback#part',
      'http://127.0.0.1:33418/callback?more=1',
      'http://127.0.0.1.evil.example/callback',
      'https://127.0.0.1/callback',
      'https://app.example/cb/',
      'https://app.example:8443/cb',
      'https://app.example/cb?x',
      String.raw`https://app.example\@evil.example/cb`,
      '//evil.example/cb',
      'https:app.example/cb',
      'https://APP.example/cb',
      'https://app.example/%63b',
      'javascript:alert(1)',
    ];
    for (const redirectUri of wrong) {
      const answer = await at.open((await beginning({ ...assistant, redirectUri })).url);
      expect([redirectUri, answer.status, answer.headers.get('location')]).toEqual([redirectUri, 400, null]);
    }
    const twice = (await beginning(assistant)).url + '&redirect_uri=https%3A%2F%2Fevil.example';
    expect((await at.open(twice)).headers.get('location')).toBeNull();
    const without = new URL((await beginning(assistant)).url);
    without.searchParams.delete('redirect_uri');
    expect((await at.open(without.href)).headers.get('location')).toBeNull();
    for (const redirectUri of ['http://127.0.0.1:1/callback', 'https://app.example/cb'])
      expect((await at.arrive((await beginning({ ...assistant, redirectUri })).url)).status).toBe(200);
  });
});

describe('the page that asks', () => {
  test('shows who asks as text, and where the answer goes; it runs nothing and nobody frames it', async () => {
    const name = '<img src=x onerror=alert(1)>\u202E"Pagecast"\n\u200B' + 'x'.repeat(200);
    const assistant = await registerAssistant(api, {
      name,
      redirectUris: ['https://evil.example/cb'],
      redirectUri: 'https://evil.example/cb',
    });
    const at = await atBrowser();
    const { url } = await beginning(assistant);
    const { html, at: path } = await at.arrive(url);
    expect(html).not.toMatch(/<img|\u202E|\u200B|<script/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('evil.example');
    expect(html).not.toContain('x'.repeat(100));
    const headers = (await at.open(path)).headers;
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('connects once, however often it is sent', async () => {
    const at = await atBrowser();
    const page_ = await at.arrive((await beginning(await registerAssistant(api))).url);
    const sent = await Promise.all([1, 2, 3].map(() => at.open(page_.at, { ...page_.hidden, ...ALLOW })));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect(await connectionsOf()).toHaveLength(1);
    const [good] = sent.filter(({ status }) => status === 200);
    await at.open(nextOf((await good?.text()) ?? ''));
    expect((await at.open(page_.at, { ...page_.hidden, ...ALLOW })).status).toBe(404);
    expect(await connectionsOf()).toHaveLength(1);
  });

  test('takes nothing from another site, another browser, or a form of another person', async () => {
    const at = await atBrowser();
    const page_ = await at.arrive((await beginning(await registerAssistant(api))).url);
    const form = { ...page_.hidden, ...ALLOW };
    expect((await at.open(page_.at, form, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await (await atBrowser()).open(page_.at, form)).status).toBe(404);
    expect((await at.open(page_.at, { ...form, seal: '' })).status).toBe(422);

    const other = await buildUser(api.db);
    await at.logIn(other);
    const asked = await at.open(page_.at, form);
    expect([asked.status, await asked.text()]).toEqual([422, expect.stringContaining(other.name)]);
    expect(await connectionsOf()).toEqual([]);
  });

  test('gives whoever is not logged in the login, and an impersonating administrator nothing', async () => {
    const { url } = await beginning(await registerAssistant(api));
    const stranger = browser(api);
    const login = await stranger.arrive(url);
    expect(login.html).not.toContain('Claude');
    await stranger.logIn(me);
    expect((await stranger.open(login.at)).status).toBe(200);

    const admin = await buildUser(api.db, { role: 'admin' });
    const at = await atBrowser(admin);
    const { at: path } = await at.arrive(url);
    await api.stored.sessions.change(
      { impersonated_user_id: me.userId, impersonated_until: new Date(Date.now() + 60_000) },
      { user_id: admin.userId },
    );
    expect((await at.open(path)).status).toBe(403);
  });

  test('asks again for what is missing, and tells the app when the person declines', async () => {
    const at = await atBrowser();
    const page_ = await at.arrive((await beginning(await registerAssistant(api))).url);
    for (const missing of [
      { ...ALLOW, scope: [] },
      { ...ALLOW, pages: 'these' },
      { ...ALLOW, pages: 'these', page: '999999999999999' },
    ])
      expect((await at.open(page_.at, { ...page_.hidden, ...missing })).status).toBe(422);
    const back = await at.answer(page_, { answer: 'deny' });
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(await connectionsOf()).toEqual([]);
  });
});

describe('registration', () => {
  const register = (body: unknown, from = '192.0.2.1') =>
    fetch(new URL('/oauth/register', api.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test('keeps what it uses, and gives no secret', async () => {
    const answer = await register({
      client_name: 'Claude',
      client_uri: 'javascript:alert(1)',
      logo_uri: 'http://169.254.169.254/',
      jwks_uri: 'http://127.0.0.1:1/',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token', 'password', 'client_credentials'],
      redirect_uris: ['http://localhost:1234/cb'],
      scope: 'openid profile',
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      client_id: expect.any(String) as unknown,
      client_id_issued_at: expect.any(Number) as unknown,
      client_name: 'Claude',
      redirect_uris: ['http://localhost:1234/cb'],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ms-msdt:/id',
    'http://app.example/cb',
    'https://user:password@app.example/',
    'https://app.example/#part',
    'https://app.example/#',
    String.raw`https://app.example\evil`,
    'https://app.example/ b',
    'https://localhost/cb',
    '/cb',
    '',
  ])('refuses the address %j', async (uri) => {
    const answer = await register({ redirect_uris: ['https://app.example/cb', uri] });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_redirect_uri' }]);
  });

  test('takes little from each, and forgets who never comes back', async () => {
    for (const body of ['{', 'null', '[]', '"x"', `{"client_name":"${'x'.repeat(20_000)}"}`, '{"redirect_uris":{}}'])
      expect((await register(body)).status).toBe(400);
    const some = { redirect_uris: ['https://app.example/cb'] };
    const many = await Promise.all(Array.from({ length: 31 }, () => register(some, '192.0.2.2')));
    expect(many.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await register(some, '192.0.2.2')).headers.get('retry-after')).not.toBeNull();
    const kept = await connect(api, await registerAssistant(api), await atBrowser());
    await api.stored.oauthRecords.age('25 hours', ['created_at']);
    await sweep();
    expect(await api.stored.oauthRecords.rows({ kind: 'Client' })).toHaveLength(1);
    expect(kept.accessToken).not.toBe('');
  });

  test('lets a connection end that nobody can use any more', async () => {
    await connect(api, await registerAssistant(api), await atBrowser());
    await api.stored.oauthRecords.age('31 days', ['created_at', 'expires_at']);
    await api.stored.apiTokens.age('31 days', ['created_at']);
    await sweep();
    expect(await connectionsOf()).toEqual([]);
  });

  const sweep = () => api.app.jobs.find(({ name }) => name === 'sweep-oauth')?.run(new Date());
});
