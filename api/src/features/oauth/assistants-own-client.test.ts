import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { expect, test } from 'vitest';
import { listTokens } from '../../contract/index.ts';
import { ALLOW, browser, CALLBACK, nextOf, pageOf } from '../../testing/oauth-app.ts';
import { sessionsRepository } from '../sessions/sessions.repository.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, caller } = {} as Scene;
const api = setUpScene((scene) => void ({ me, caller } = scene), { isAtPublicUrl: true });

/** What an assistant keeps on its machine. */
function assistantsStore() {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier: string; sentTo: string } = {
    verifier: '',
    sentTo: '',
  };
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'Claude',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_post',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    redirectToAuthorization: (url) => void (kept.sentTo = url.href),
  };
  return { kept, provider };
}

test("the protocol's own client finds everything from the address of /mcp, connects, and connects again", async () => {
  const serverUrl = new URL('/mcp', api.config.PUBLIC_URL);
  const { kept, provider } = assistantsStore();
  expect(await auth(provider, { serverUrl })).toBe('REDIRECT');
  const at = browser(api);
  await at.logIn(me);
  const back = await at.answer(await at.arrive(kept.sentTo), ALLOW);
  const authorizationCode = back.searchParams.get('code') ?? '';
  expect(await auth(provider, { serverUrl, authorizationCode })).toBe('AUTHORIZED');

  const client = new Client({ name: 'Test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(serverUrl, { authProvider: provider }));
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close();

  const before = kept.tokens?.refresh_token;
  expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED');
  expect(kept.tokens?.refresh_token).not.toBe(before);
  expect((await caller.call(listTokens)).body).toMatchObject([{ kind: 'oauth', name: 'Claude' }]);
});

test('behind a proxy that speaks https, everything has the address that people use', async () => {
  const PUBLIC_URL = 'https://pages.example.com';
  const { url, ...other } = await api.another({ PUBLIC_URL });
  const jar = [`__Host-pagecast_session=${await sessionsRepository(api.db).create(me.userId)}`];
  const open = async (path: string, form?: Record<string, string>) => {
    const answer = await fetch(new URL(path, url), {
      redirect: 'manual',
      headers: { cookie: jar.join('; '), origin: PUBLIC_URL, host: 'inside.example', accept: 'text/html' },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      expect(cookie).toContain('secure');
      jar.push(cookie.split(';')[0] ?? '');
    }
    return answer;
  };
  const registered = await fetch(new URL('/oauth/register', url), {
    method: 'POST',
    body: JSON.stringify({ redirect_uris: ['https://app.example/cb'] }),
  });
  const { client_id: id } = (await registered.json()) as { client_id: string };
  const asked = {
    client_id: id,
    redirect_uri: 'https://app.example/cb',
    response_type: 'code',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  const sent = await open(`/oauth/authorize?${new URLSearchParams(asked).toString()}`);
  const path = sent.headers.get('location') ?? '';
  const page = await pageOf(path, await open(path));
  const answered = await open(path, { ...page.hidden, answer: 'allow', scope: 'read', pages: 'all', approval: 'on' });
  const back = new URL((await open(nextOf(await answered.text()))).headers.get('location') ?? '');
  expect([back.origin, back.searchParams.get('iss')]).toEqual(['https://app.example', PUBLIC_URL]);
  const got = await fetch(new URL('/oauth/token', url), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      client_id: id,
      redirect_uri: 'https://app.example/cb',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    }),
  });
  const { access_token: token } = (await got.json()) as { access_token: string };
  expect(await other.app.oauth.tokenIdOf(token, 'mcp')).not.toBeNull();
  expect(await api.app.oauth.tokenIdOf(token, 'mcp')).toBeNull();
});
