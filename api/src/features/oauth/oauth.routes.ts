import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type Provider from 'oidc-provider';
import getRawBody from 'raw-body';
import { TOKEN_SCOPES } from '../../contract/token-scopes.ts';
import { networkOf } from '../../http/client-address.ts';
import { NotFoundError, TooManyRequestsError } from '../../http/errors.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import { MetadataError, readAppMetadata } from './app-metadata.ts';
import { scopesIn } from './connections.ts';
import type { OauthRecords } from './oauth-records.repository.ts';
import { showRefusedApp, STYLES, STYLES_PATH } from './page-frame.ts';

const METADATA_LIMIT_BYTES = 16 * 1024;
const AUTHORIZE = '/oauth/authorize';
const REGISTER = '/oauth/register';
const DEVICE_AUTHORIZATION = '/oauth/device_authorization';
const FOR_PROGRAMS = ['/oauth/token', '/oauth/revoke', DEVICE_AUTHORIZATION];
const METADATA = '/.well-known/oauth-authorization-server';
/** What an app may say when it sends a person; the rest, such as who they are to be, is not looked at. */
const ASKED_WITH = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'prompt',
]);
const LONGEST_VALUE = 2000;
/** How an app gets its answer: in the address that it is sent back to. */
const RESPONSE_MODE = 'query';

/** In all: registered apps without a connection, people on their way to a page, and codes on screens. */
const MOST_APPS = 20_000;
const MOST_WAITING = 20_000;

interface Deps {
  provider(): Provider;
  readonly records: OauthRecords;
  readonly limits: RateLimits;
  readonly publicUrl: string;
}

/** Apps call these without a cookie, from wherever they are. */
export function isOauthCall(path: string): boolean {
  return path === REGISTER || FOR_PROGRAMS.includes(path);
}

/** The doors of the authorization server that apps come to. */
export function oauthRoutes({ provider, records, limits, publicUrl }: Deps): Router {
  const router = new Router();
  const library = enter(provider, publicUrl);
  const asking = limits.perMinute('oauth-authorize', 60);
  const calling = limits.perMinute('oauth-call', 120);
  const registering = limits.within('oauth-register', 30, 3600);

  router.get(STYLES_PATH, (ctx) => {
    ctx.type = 'text/css';
    ctx.set('cache-control', 'public, max-age=3600');
    ctx.body = STYLES;
  });

  router.get(METADATA, (ctx) => {
    fromAnywhere(ctx);
    ctx.set('cache-control', 'public, max-age=300');
    ctx.body = metadata(publicUrl);
  });
  // A page of ours in its place would look like an answer.
  for (const other of [`${METADATA}/{*of}`, '/.well-known/openid-configuration{/*of}'])
    router.get(other, () => {
      throw new NotFoundError('There is no such document.');
    });

  router.get(AUTHORIZE, async (ctx, next) => {
    await asking(ctx.state['ip'] as string);
    if (!(await records.hasRoom('Interaction', MOST_WAITING))) throw tooMany();
    // The library would say that it refuses this in the way that was asked for: by a page of its own.
    if (new URLSearchParams(ctx.querystring).getAll('response_mode').includes('form_post')) {
      ctx.status = 400;
      return showRefusedApp(ctx, `response_mode must be ${RESPONSE_MODE}`);
    }
    keepAskedWith(ctx);
    return library(ctx, next);
  });
  router.get(`${AUTHORIZE}/:uid`, library);

  for (const path of FOR_PROGRAMS) {
    router.options(path, library);
    router.post(path, async (ctx, next) => {
      await calling(ctx.state['ip'] as string);
      if (path === DEVICE_AUTHORIZATION && !(await records.hasRoom('DeviceCode', MOST_WAITING))) throw tooMany();
      await library(ctx, next);
      if (path === DEVICE_AUTHORIZATION && ctx.status === 200) ctx.body = { ...(ctx.body as object), interval: 5 };
    });
  }

  router.options(REGISTER, (ctx) => {
    fromAnywhere(ctx);
    ctx.set({ 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' });
    ctx.status = 204;
  });
  router.post(REGISTER, async (ctx) => {
    fromAnywhere(ctx);
    await registering(networkOf(ctx.state['ip'] as string));
    if (!(await hasRoomForApp())) throw tooMany();
    await register(ctx, records);
  });

  return router;

  /** When all places are taken, apps that registered and never came back make room sooner than usual. */
  async function hasRoomForApp(): Promise<boolean> {
    if (await records.hasRoom('Client', MOST_APPS)) return true;
    return (await records.removeUnusedClients(1, MOST_APPS)) > 0;
  }
}

/** The library, behind the address that people use: what a request calls us is not believed. */
function enter(provider: () => Provider, publicUrl: string): Middleware {
  const { protocol } = new URL(publicUrl);
  return async (ctx, next) => {
    const [library] = provider().middleware;
    if (library === undefined) throw new Error('The library for OAuth serves nothing');
    Object.defineProperty(ctx.request, 'protocol', { value: protocol.slice(0, -1), configurable: true });
    Object.defineProperty(ctx.request, 'href', { value: publicUrl + ctx.path, configurable: true });
    ctx.cookies.secure = protocol === 'https:';
    await library(ctx, next);
  };
}

function keepAskedWith(ctx: Context): void {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(ctx.querystring))
    if (ASKED_WITH.has(name) && value.length <= LONGEST_VALUE && name !== 'scope') kept.append(name, value);
  kept.append('scope', scopesIn(new URLSearchParams(ctx.querystring).get('scope')).join(' '));
  ctx.querystring = kept.toString();
}

async function register(ctx: Context, records: OauthRecords): Promise<void> {
  ctx.set('cache-control', 'no-store');
  try {
    const app = readAppMetadata(await jsonOf(ctx));
    const id = randomBytes(16).toString('base64url');
    await records.put({
      kind: 'Client',
      id,
      clientId: id,
      tokenId: null,
      grantId: null,
      userCode: null,
      audience: null,
      payload: app,
      seconds: null,
    });
    ctx.status = 201;
    ctx.body = { client_id: id, client_id_issued_at: Math.floor(Date.now() / 1000), ...app };
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    ctx.status = 400;
    ctx.body = { error: error.code, error_description: error.message };
  }
}

async function jsonOf(ctx: Context): Promise<unknown> {
  try {
    return JSON.parse(await getRawBody(ctx.req, { limit: METADATA_LIMIT_BYTES, encoding: 'utf-8' }));
  } catch {
    throw new MetadataError(
      'invalid_client_metadata',
      `The body must be JSON of ${METADATA_LIMIT_BYTES} bytes at most`,
    );
  }
}

/** Programs in browsers ask too; there is nothing in it that a cookie decides. */
function fromAnywhere(ctx: Context): void {
  ctx.set('access-control-allow-origin', '*');
}

function tooMany(): TooManyRequestsError {
  return new TooManyRequestsError('Too many apps are asking right now. Try again in a few minutes.', 300);
}

/** By RFC 8414. */
function metadata(publicUrl: string): object {
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + AUTHORIZE,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: publicUrl + REGISTER,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    device_authorization_endpoint: publicUrl + DEVICE_AUTHORIZATION,
    scopes_supported: TOKEN_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: [RESPONSE_MODE],
    grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
