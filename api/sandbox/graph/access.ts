import type { App, Page, Token } from '../entities.ts';
import type { Exchange } from '../exchange.ts';
import { appOfToken, problemOf, scopesOf, secretProof } from '../tokens.ts';
import type { World } from '../world.ts';
import type { GraphCall } from './graph-call.ts';
import { badParameter, GraphError, noSuchObject } from './graph-error.ts';

/** Finds out who calls, and refuses a missing, unknown, dead or wrongly proved token. */
export function identify(
  world: World,
  exchange: Exchange,
  access: 'token' | 'anonymous',
): { token: Token | null; app: App | null } {
  const text = exchange.token;
  if (text === null || text === '') {
    if (access === 'anonymous') return { token: null, app: null };
    throw new GraphError({ code: 104, message: 'An access token is required to request this resource.' });
  }
  if (text.includes('|')) {
    const app = appOfToken(world, text);
    if (!app) throw new GraphError({ code: 190, message: 'Invalid OAuth access token signature.' });
    checkProof(world, exchange, app);
    return { token: null, app };
  }
  const token = world.tokens.get(text);
  if (!token) throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
  const app = world.apps.get(token.appId) ?? null;
  const problem = problemOf(world, token);
  if (problem)
    throw new GraphError({
      code: 190,
      message: problem.message,
      ...(problem.subcode === null ? {} : { subcode: problem.subcode }),
    });
  if (app) checkProof(world, exchange, app);
  return { token, app: null };
}

function checkProof(world: World, exchange: Exchange, app: App): void {
  const proof = exchange.params['appsecret_proof'];
  if (proof === undefined) {
    if (world.settings.requireProof)
      throw badParameter('API calls from the server require an appsecret_proof argument');
    return;
  }
  if (proof !== secretProof(app.secret, exchange.token ?? ''))
    throw badParameter('Invalid appsecret_proof provided in the API argument');
}

/** @throws GraphError 104 when only an app token, or none, came */
export function requireUserOrPage(call: GraphCall): Token {
  if (!call.token)
    throw new GraphError({
      code: 2500,
      message: 'An active access token must be used to query information about the current user.',
    });
  return call.token;
}

const WRITE_REFUSED =
  '(#200) If posting to a page, requires both pages_read_engagement and pages_manage_posts as an admin with ' +
  'sufficient administrative permission';

/** The page, when this token may publish on it: its own page token, both permissions, and the CREATE_CONTENT task. */
export function requireWriter(call: GraphCall, pageId: string): Page {
  const page = call.world.pages.get(pageId);
  const token = requireUserOrPage(call);
  if (!page) throw noSuchObject(pageId, call.method);
  if (token.type !== 'PAGE')
    throw new GraphError({ code: 210, message: '(#210) A page access token is required to request this resource.' });
  if (token.pageId !== pageId) throw new GraphError({ code: 200, message: WRITE_REFUSED });
  const scopes = scopesOf(token);
  if (!scopes.includes('pages_manage_posts') || !scopes.includes('pages_read_engagement'))
    throw new GraphError({ code: 200, message: WRITE_REFUSED });
  if (!(page.tasks[token.role] ?? []).includes('CREATE_CONTENT')) {
    throw new GraphError({
      code: 200,
      message: '(#200) The user does not have the CREATE_CONTENT task on this Page, which this action requires.',
    });
  }
  return page;
}

/** The page, when this token may read what it posted. */
export function requireReader(call: GraphCall, pageId: string): Page {
  const page = call.world.pages.get(pageId);
  const token = requireUserOrPage(call);
  const isOwn = token.type === 'PAGE' ? token.pageId === pageId : (page?.tasks[token.role] ?? []).length > 0;
  if (!page || !isOwn) throw noSuchObject(pageId, call.method);
  if (!scopesOf(token).includes('pages_read_engagement')) {
    throw new GraphError({
      code: 10,
      message:
        "(#10) This endpoint requires the 'pages_read_engagement' permission or " +
        "the 'Page Public Content Access' feature.",
    });
  }
  return page;
}

/** An app may change only what it made. */
export function requireSameApp(call: GraphCall, appId: string): void {
  if (call.token?.appId !== appId)
    throw new GraphError({
      code: 200,
      message: '(#200) Permissions error: this object was not created by this application.',
    });
}
