import Router from '@koa/router';
import type { App, Token } from '../entities.ts';
import { PERMISSIONS } from '../entities.ts';
import type { SandboxState } from '../exchange.ts';
import { pagesOf, scopedId } from '../people.ts';
import { appOfToken, grantOf, mintUserToken, problemOf, scopesOf, setTokenState } from '../tokens.ts';
import { requireUserOrPage } from './access.ts';
import { allowOnly, graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { badParameter, GraphError, noSuchObject } from './graph-error.ts';

/** Token exchange, inspection, and what a person allowed. */
export function tokensRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.get('/oauth/access_token', graph(deps, exchangeToken, 'anonymous'));
  router.post('/oauth/access_token', graph(deps, exchangeToken, 'anonymous'));
  router.get('/debug_token', graph(deps, debugToken));
  router.get('/:id/permissions', graph(deps, listPermissions));
  router.delete(
    '/:id/permissions',
    graph(deps, (call, id) => revoke(call, id, null)),
  );
  router.delete(
    '/:id/permissions/:permission',
    graph(deps, (call, id) => revoke(call, id, (call.ctx['params'] as Record<string, string>)['permission'] ?? '')),
  );
  return router;
}

function exchangeToken(call: GraphCall): unknown {
  allowOnly(call, [
    'grant_type',
    'client_id',
    'client_secret',
    'fb_exchange_token',
    'code',
    'redirect_uri',
    'set_token_expires_in_60_days',
  ]);
  const { grant_type: grantType, client_id: clientId = '', client_secret: secret = '', code } = call.params;
  const app = call.world.apps.get(clientId);
  if (!app)
    throw new GraphError({
      code: 101,
      message: 'Error validating application. Cannot get application info due to a system error.',
    });
  if (app.secret !== secret) throw new GraphError({ code: 1, message: 'Error validating client secret.', http: 400 });
  if (grantType === 'client_credentials') return { access_token: `${app.id}|${app.secret}`, token_type: 'bearer' };
  if (grantType === 'fb_exchange_token') return longToken(call, app, call.params['fb_exchange_token'] ?? '');
  if (code !== undefined) {
    const token = call.world.codes.get(code);
    call.world.codes.delete(code);
    const short = token === undefined ? undefined : call.world.tokens.get(token);
    if (!short || short.appId !== app.id)
      throw new GraphError({ code: 100, message: 'This authorization code has been used or is invalid.' });
    call.effect('exchanged a code');
    return answer(call, short);
  }
  throw badParameter('Param grant_type must be fb_exchange_token or client_credentials', 'grant_type');
}

function longToken(call: GraphCall, app: App, text: string): unknown {
  const short = call.world.tokens.get(text);
  if (!short || short.type !== 'USER')
    throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
  if (short.appId !== app.id)
    throw new GraphError({ code: 100, message: '(#100) The access token does not belong to this application' });
  const problem = problemOf(call.world, short);
  if (problem)
    throw new GraphError({
      code: 190,
      message: problem.message,
      ...(problem.subcode === null ? {} : { subcode: problem.subcode }),
    });
  const grant = { appId: short.appId, role: short.role, granted: scopesOf(short), declined: [], pages: short.pages };
  call.effect('minted a long-lived token');
  return answer(call, mintUserToken(call.world, grant, true));
}

function answer(call: GraphCall, token: Token): unknown {
  return {
    access_token: token.token,
    token_type: 'bearer',
    expires_in: Math.max(0, Math.floor((token.expiresAt - call.now) / 1000)),
  };
}

function debugToken(call: GraphCall): unknown {
  allowOnly(call, ['input_token']);
  const text = call.params['input_token'] ?? '';
  if (text === '') throw badParameter('You must provide an input token.', 'input_token');
  const viewer = call.app?.id ?? call.token?.appId;
  const ofApp = appOfToken(call.world, text);
  if (ofApp) return { data: { app_id: ofApp.id, type: 'APP', application: ofApp.name, is_valid: true, scopes: [] } };
  const token = call.world.tokens.get(text);
  if (!token)
    return {
      data: {
        error: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
        is_valid: false,
        scopes: [],
      },
    };
  if (token.appId !== viewer) throw badParameter('The App_id in the input_token did not match the Viewing App');
  if (!call.app && call.token?.role !== token.role)
    throw badParameter(
      'You must provide an app access token, or a user access token that is an owner or developer of the app',
    );
  return { data: describe(call, token) };
}

function describe(call: GraphCall, token: Token): Record<string, unknown> {
  const { world } = call;
  const problem = problemOf(world, token);
  const person = world.people.get(token.role);
  const pages = token.pages ?? pagesOf(world, token.role).map((page) => page.id);
  const scopes = scopesOf(token);
  return {
    app_id: token.appId,
    type: token.type,
    application: world.apps.get(token.appId)?.name,
    data_access_expires_at: Math.floor(token.dataAccessUntil / 1000),
    expires_at: Math.floor(token.expiresAt / 1000),
    is_valid: problem === null,
    ...(problem === null
      ? {}
      : {
          error: {
            code: 190,
            message: problem.message,
            ...(problem.subcode === null ? {} : { subcode: problem.subcode }),
          },
        }),
    // Facebook tells when a token was issued only for long-lived ones.
    ...(token.isLong ? { issued_at: Math.floor(token.issuedAt / 1000) } : {}),
    ...(token.pageId === null ? {} : { profile_id: token.pageId }),
    user_id: person ? scopedId(person, token.appId) : '',
    scopes,
    granular_scopes: scopes.map((scope) => ({ scope, ...(scope.startsWith('pages_') ? { target_ids: pages } : {}) })),
  };
}

function listPermissions(call: GraphCall, id: string): unknown {
  const token = ownToken(call, id);
  const granted = scopesOf(token);
  const declined =
    grantOf(call.world, token.appId, token.role)?.declined ?? PERMISSIONS.filter((name) => !granted.includes(name));
  return {
    data: [
      ...granted.map((permission) => ({ permission, status: 'granted' })),
      ...declined
        .filter((permission) => !granted.includes(permission))
        .map((permission) => ({ permission, status: 'declined' })),
    ],
  };
}

function ownToken(call: GraphCall, id: string): Token {
  const token = requireUserOrPage(call);
  const person = call.world.people.get(token.role);
  if (token.type !== 'USER' || !person || (id !== 'me' && id !== scopedId(person, token.appId)))
    throw noSuchObject(id, call.method);
  return token;
}

/** Takes back one permission, or all: then every token of this person under this app is dead. */
function revoke(call: GraphCall, id: string, permission: string | null): unknown {
  const { world } = call;
  const own = ownToken(call, id);
  const grant = grantOf(world, own.appId, own.role);
  call.effect(permission === null ? 'removed the app' : `took back ${permission}`);
  for (const token of world.tokens.values()) {
    if (token.appId !== own.appId || token.role !== own.role) continue;
    if (permission === null) setTokenState(world, { token: token.token }, 'revoked');
    else token.scopes = token.scopes.filter((scope) => scope !== permission);
  }
  if (permission === null) world.grants.delete(`${own.appId}:${own.role}`);
  else if (grant) {
    grant.granted = grant.granted.filter((scope) => scope !== permission);
    grant.declined = [...new Set([...grant.declined, permission])];
  }
  world.changed();
  return { success: true };
}
