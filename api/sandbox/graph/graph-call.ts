import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import type { App, Token } from '../entities.ts';
import { originOf } from '../exchange.ts';
import type { Exchange, SandboxContext, SandboxState } from '../exchange.ts';
import type { Incoming, MediaStore } from '../media-store.ts';
import { NEWEST_VERSION } from '../settings.ts';
import type { World } from '../world.ts';
import { badParameter, GraphError, graphErrorBody, httpStatusOf, traceId } from './graph-error.ts';
import { checkThrottle, usageHeaders } from './usage.ts';
import { identify } from './access.ts';

/** One Graph request, as its handler sees it. */
export interface GraphCall {
  world: World;
  media: MediaStore;
  ctx: SandboxContext;
  method: string;
  params: Record<string, string>;
  files: Record<string, Incoming>;
  exchange: Exchange;
  /** Version served, e.g. `v21.0`; links in answers carry it. */
  version: string;
  origin: string;
  now: number;
  /** Who calls: a user or page token, or an app token. Null when no token came. */
  token: Token | null;
  app: App | null;
  /** Notes for the journal that something changed. */
  effect(what: string): void;
}

type GraphHandler = (call: GraphCall, id: string) => unknown;
export interface GraphDeps {
  world: World;
  media: MediaStore;
}

interface VersionState {
  asked: string | null;
}
const versions = new WeakMap<SandboxContext['req'], VersionState>();

/** Takes host prefix and version off the path, so that routes read like the documentation. */
export function graphPath(): Middleware<SandboxState> {
  return async (ctx, next) => {
    const match = /^(?:\/graph-video)?(?:\/(v\d+\.\d+))?(\/.*)?$/.exec(ctx.path);
    versions.set(ctx.req, { asked: match?.[1] ?? null });
    ctx.path = match?.[2] ?? '/';
    await next();
  };
}

function servedVersion(asked: string | null, world: World): string {
  const rank = (version: string) => Number.parseFloat(version.slice(1));
  const oldest = world.settings.oldestVersion;
  if (asked === null || rank(asked) < rank(oldest)) return oldest;
  if (rank(asked) > rank(NEWEST_VERSION))
    throw new GraphError({ code: 2500, message: `Unknown path components: /${asked}` });
  return asked;
}

/**
 * Wraps a handler: who calls, version, throttling, the error envelope and Facebook's headers.
 * `anonymous` calls need no token (oEmbed, token exchange).
 */
export function graph(
  { world, media }: GraphDeps,
  handler: GraphHandler,
  access: 'token' | 'anonymous' = 'token',
): Middleware<SandboxState> {
  return async (ctx) => {
    const { exchange } = ctx.state;
    let version = world.settings.oldestVersion;
    try {
      version = servedVersion(versions.get(ctx.req)?.asked ?? null, world);
      if (exchange.unreadable !== null) throw badParameter(exchange.unreadable);
      refuseGone(exchange.params);
      const { token, app } = identify(world, exchange, access);
      checkThrottle(world, token, app, exchange.page);
      const call: GraphCall = {
        world,
        media,
        ctx,
        exchange,
        version,
        token,
        app,
        method: ctx.method,
        params: exchange.params,
        files: exchange.files,
        origin: originOf(ctx),
        now: world.clock.now(),
        effect: (what) => {
          exchange.effects.push(what);
        },
      };
      const answer = await handler(call, (ctx['params'] as Record<string, string> | undefined)?.['id'] ?? '');
      if (answer !== undefined) ctx.body = answer;
      ctx.set(usageHeaders(world, token, app));
    } catch (error) {
      answerError(ctx, asGraphError(error));
      ctx.set(usageHeaders(world, exchange.token === null ? null : (world.tokens.get(exchange.token) ?? null), null));
    }
    if (typeof ctx.body === 'object' && !Buffer.isBuffer(ctx.body)) ctx.type = 'application/json; charset=UTF-8';
    setHeaders(ctx, version);
  };
}

function asGraphError(error: unknown): GraphError {
  if (error instanceof GraphError) return error;
  console.error('Sandbox: a Graph call failed.', error);
  return new GraphError({ code: 1, message: 'An unknown error occurred', isTransient: true });
}

function answerError(ctx: SandboxContext, error: GraphError): void {
  const { fields } = error;
  ctx.status = fields.http ?? httpStatusOf(fields.code);
  ctx.body = graphErrorBody(fields);
  ctx.set(
    'www-authenticate',
    `OAuth "Facebook Platform" "invalid_request" "${fields.message.replace(/[^\x20-\x7e]|"/g, '')}"`,
  );
}

function setHeaders(ctx: SandboxContext, version: string): void {
  ctx.set({
    'facebook-api-version': version,
    'x-fb-trace-id': traceId(),
    'x-fb-rev': '1029571530',
    'x-fb-debug': randomBytes(32).toString('base64'),
    'cache-control': 'private, no-cache, no-store, must-revalidate',
  });
}

/** Taken from every version on 27 October 2026, with the root's `ids` and with `If-None-Match`, which is ignored. */
const GONE = ['pretty', 'debug', 'date_format'];

/** @throws GraphError 100 */
function refuseGone(params: Exchange['params']): void {
  const gone = GONE.find((name) => name in params);
  if (gone !== undefined) throw badParameter(`The parameter ${gone} is no longer supported`, gone);
}

/** @throws GraphError 100 for a parameter the call does not know */
export function allowOnly(call: GraphCall, known: readonly string[]): void {
  for (const key of [...Object.keys(call.params), ...Object.keys(call.files)]) {
    if (!known.includes(key) && !COMMON.includes(key))
      throw badParameter(`The parameter ${key} is not known to this call`, key);
  }
}
const COMMON = [
  'access_token',
  'appsecret_proof',
  'appsecret_time',
  'fields',
  'locale',
  'format',
  'method',
  'suppress_http_code',
];

/** Reads a boolean as Graph does: true, 1, "true". Undefined when the parameter is absent. */
export function flag(call: GraphCall, name: string): boolean | undefined {
  const value = call.params[name];
  if (value === undefined) return undefined;
  if (/^(true|1)$/i.test(value)) return true;
  if (/^(false|0)$/i.test(value)) return false;
  throw badParameter(`Param ${name} must be a boolean`, name);
}
