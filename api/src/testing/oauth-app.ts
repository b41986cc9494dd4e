import * as oauth from 'oauth4webapi';
import { sessionsRepository } from '../features/sessions/sessions.repository.ts';
import type { TestUser } from './builders.ts';
import type { TestApi } from './test-api.ts';

export const CALLBACK = 'http://127.0.0.1/callback';
const LOCAL = { [oauth.allowInsecureRequests]: true } as const;

/** An app that speaks OAuth by a library that had no part in the server. */
export interface Assistant {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly redirectUri: string;
  readonly resource: string;
}

interface Wanted {
  readonly name?: string;
  readonly redirectUris?: readonly string[];
  readonly redirectUri?: string;
  readonly at?: string;
}

export async function registerAssistant(
  api: TestApi,
  {
    name = 'Claude',
    redirectUris = [CALLBACK],
    redirectUri = 'http://127.0.0.1:33418/callback',
    at = '/mcp',
  }: Wanted = {},
): Promise<Assistant> {
  const issuer = new URL(api.config.PUBLIC_URL);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...LOCAL });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const made = await oauth.dynamicClientRegistrationRequest(
    server,
    { client_name: name, redirect_uris: [...redirectUris], token_endpoint_auth_method: 'none' },
    LOCAL,
  );
  const client = await oauth.processDynamicClientRegistrationResponse(made);
  return { server, client, redirectUri, resource: api.config.PUBLIC_URL + at };
}

/** A request as an app sends a person with, and what it keeps to check the answer by. */
export async function beginning(
  { server, client, redirectUri, resource }: Assistant,
  changes: Readonly<Record<string, string | null>> = {},
) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  const said = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'read draft',
    state,
    resource,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...changes,
  };
  for (const [key, value] of Object.entries(said)) if (value !== null) url.searchParams.set(key, value);
  return { url: url.href, verifier, state };
}

type Form = Readonly<Record<string, string | readonly string[]>>;

/** One browser: its cookies, and whoever is logged in there. */
export function browser(api: TestApi) {
  const jar = new Map<string, string>();

  async function open(address: string, form?: Form, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const answer = await fetch(new URL(address, api.config.PUBLIC_URL), {
      redirect: 'manual',
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'text/html',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { origin: api.config.PUBLIC_URL }),
        ...headers,
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(pairs(form)) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  return {
    open,

    async logIn({ userId }: Pick<TestUser, 'userId'>): Promise<void> {
      jar.set('pagecast_session', await sessionsRepository(api.db).create(userId));
    },

    /** Opens what an app sends a person to, and stays at the page that asks. */
    async arrive(address: string): Promise<AskingPage> {
      const sent = await open(address);
      const at = sent.headers.get('location') ?? '';
      return pageOf(at, await open(at));
    },

    /** Sends a form of a page, and goes on to where that leads: the app's own address, in the end. */
    async answer(page: AskingPage, choices: Form): Promise<URL> {
      const next = nextOf(await (await open(page.at, { ...page.hidden, ...choices })).text());
      return new URL((await open(next)).headers.get('location') ?? '', api.config.PUBLIC_URL);
    },
  };
}
export type Browser = ReturnType<typeof browser>;

/** A page of ours with a form. */
export interface AskingPage {
  readonly at: string;
  readonly status: number;
  readonly html: string;
  readonly hidden: Readonly<Record<string, string>>;
}

export async function pageOf(at: string, answer: Response): Promise<AskingPage> {
  const html = await answer.text();
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return {
    at,
    status: answer.status,
    html,
    hidden: Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
  };
}

/** Where a page sends the browser by itself. */
export const nextOf = (html: string): string =>
  /<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(html)?.[1] ?? '';

/** All pages, and no need for approval. */
export const ALLOW = { answer: 'allow', scope: ['read', 'draft'], pages: 'all', approval: 'on', days: '90' };

/** From the first request to a connection. */
export async function connect(api: TestApi, assistant: Assistant, at: Browser, choices: Form = ALLOW) {
  const { url, verifier, state } = await beginning(assistant);
  const back = await at.answer(await at.arrive(url), choices);
  const answer = oauth.validateAuthResponse(assistant.server, assistant.client, back, state);
  return { ...(await exchange(assistant, answer, verifier)), back, verifier, answer };
}

export async function exchange({ server, client, redirectUri }: Assistant, answer: URLSearchParams, verifier: string) {
  const asked = oauth.authorizationCodeGrantRequest(server, client, oauth.None(), answer, redirectUri, verifier, LOCAL);
  const got = await oauth.processAuthorizationCodeResponse(server, client, await asked);
  return {
    accessToken: got.access_token,
    refreshToken: got.refresh_token ?? '',
    scope: got.scope,
    seconds: got.expires_in,
  };
}

export async function refresh({ server, client }: Assistant, refreshToken: string, more: Record<string, string> = {}) {
  const options = { ...LOCAL, additionalParameters: more };
  const asked = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
  const got = await oauth.processRefreshTokenResponse(server, client, asked);
  return { accessToken: got.access_token, refreshToken: got.refresh_token ?? '' };
}

export async function revoke({ server, client }: Assistant, token: string): Promise<void> {
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), token, LOCAL));
}

const pairs = (form: Form): string[][] =>
  Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
