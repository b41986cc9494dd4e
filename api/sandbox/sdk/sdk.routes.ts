import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import { originOf } from '../exchange.ts';
import type { SandboxContext, SandboxState } from '../exchange.ts';
import { findPerson } from '../people.ts';
import type { World } from '../world.ts';
import { answerDialog, showDialog } from './dialog.ts';
import { askedScopes, connected, isKnownScope, logIn, logOut } from './login.ts';
import type { LoginResponse } from './login.ts';

const script = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const SDK = script('./browser/sdk.js');
const SCRIPTS: Record<string, string> = {
  'dialog-result.js': script('./browser/dialog-result.js'),
  'embed.js': script('./browser/embed.js'),
};

/** The JavaScript SDK, what it asks behind the scenes, and the login dialog. */
export function sdkRoutes(world: World): Router<SandboxState> {
  const router = new Router<SandboxState>();
  const sdk = (ctx: SandboxContext) => {
    sendScript(ctx, SDK.replaceAll('__ORIGIN__', originOf(ctx)));
  };
  router.get('/sdk.js', sdk);
  router.get(/^\/[a-z]{2}_[A-Z]{2}\/sdk(\/debug)?\.js$/, sdk);
  router.get('/embed.js', (ctx) => {
    sendScript(ctx, SCRIPTS['embed.js'] ?? '');
  });
  router.get('/sdk/dialog-result.js', (ctx) => {
    sendScript(ctx, SCRIPTS['dialog-result.js'] ?? '');
  });

  router.post('/sdk/login', async (ctx) => {
    ctx.body = await scriptedLogin(world, ctx.state.exchange.params);
  });
  router.post('/sdk/status', (ctx) => {
    ctx.body = statusOf(world, ctx.state.exchange.params);
  });
  router.post('/sdk/logout', (ctx) => {
    logOut(world, ctx.state.exchange.params['session'] ?? '');
    ctx.body = { status: 'unknown', authResponse: null } satisfies LoginResponse;
  });
  router.get(DIALOG, (ctx) => {
    showDialog(world, ctx);
  });
  router.post(DIALOG, (ctx) => {
    answerDialog(world, ctx);
  });
  return router;
}

export const DIALOG = /^(\/v\d+\.\d+)?\/dialog\/oauth$/;

function sendScript(ctx: SandboxContext, text: string): void {
  ctx.type = 'text/javascript; charset=utf-8';
  ctx.set({ 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' });
  ctx.body = text;
}

/** Decides a login that a test announced with `next-login`; without one the page opens the dialog. */
async function scriptedLogin(
  world: World,
  params: Record<string, string>,
): Promise<{ handled: boolean; response?: LoginResponse }> {
  const next = world.nextLogin;
  if (!next) return { handled: false };
  world.nextLogin = null;
  if (next.delayMs) await sleep(next.delayMs);
  const appId = params['app_id'] ?? '';
  const person = findPerson(world, next.role);
  if (next.cancel || !person || !world.apps.has(appId))
    return { handled: true, response: { status: 'unknown', authResponse: null } };
  const asked = askedScopes(params['scope']).filter(isKnownScope);
  const granted = next.grant ? asked.filter((scope) => next.grant?.includes(scope)) : asked;
  const session = logIn(world, appId, {
    role: person.role,
    granted,
    declined: asked.filter((scope) => !granted.includes(scope)),
    pages: next.pages ?? null,
  });
  return { handled: true, response: connected(world, session, params['return_scopes'] === 'true') };
}

function statusOf(world: World, params: Record<string, string>): LoginResponse {
  const session = world.sessions.get(params['session'] ?? '');
  if (!session || session.appId !== params['app_id']) return { status: 'unknown', authResponse: null };
  return connected(world, session, false);
}
