import type { Context, Middleware, Next } from 'koa';
import { bearerOf } from '../http/bearers.ts';
import { AppError, ForbiddenError, UnauthorizedError } from '../http/errors.ts';
import { ownOrigins } from '../http/same-origin.ts';

export const MCP_PATH = '/mcp';
export const METADATA_PATH = '/.well-known/oauth-protected-resource';
/** What the protocol leaves to servers for what they refuse. */
export const JSON_RPC_REFUSED = -32_000;

/** As people write the address into an assistant: the router takes them all. */
const SPELLINGS = new RegExp(`^${MCP_PATH}/?$`, 'i');

/** Programs call it, with a token and from no page; what comes from a page is checked by `mcpDoor`. */
export function isMcpCall(ctx: Context): boolean {
  return SPELLINGS.test(ctx.path);
}

/**
 * Stands before everything that looks at who calls: a page that got a browser to call us by another name is turned
 * away, and every refusal on the way is one that clients of the protocol read, with where a token is to be had.
 */
export function mcpDoor(publicUrl: string): Middleware {
  const origins = ownOrigins(publicUrl);
  const metadata = new URL(`${METADATA_PATH}${MCP_PATH}`, publicUrl).href;
  return (ctx, next) => (isMcpCall(ctx) ? guarded(ctx, next) : next());

  async function guarded(ctx: Context, next: Next): Promise<void> {
    try {
      refuseForeignPages(ctx, origins);
      await next();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ctx.status = error.status;
      ctx.set('cache-control', 'no-store');
      if (error.retryAfterSeconds !== undefined) ctx.set('retry-after', String(error.retryAfterSeconds));
      if (error instanceof UnauthorizedError) {
        const why = bearerOf(ctx) === null ? '' : ', error="invalid_token"';
        ctx.set('www-authenticate', `Bearer resource_metadata="${metadata}"${why}`);
      }
      ctx.body = { jsonrpc: '2.0', error: { code: JSON_RPC_REFUSED, message: refusalIn(error) }, id: null };
    }
  }
}

/** Read by a model that sees no more than this. */
function refusalIn({ status, message }: AppError): string {
  const next = {
    401: 'The same again is pointless: tell the person to connect Pagecast again.',
    413: 'The same again is pointless: make it shorter.',
  }[status];
  return ['Nothing was done.', message, ...(next === undefined ? [] : [next])].join(' ');
}

function refuseForeignPages(ctx: Context, origins: ReadonlySet<string>): void {
  const origin = ctx.get('origin');
  const site = ctx.get('sec-fetch-site');
  if ((origin !== '' && !origins.has(origin)) || (site !== '' && site !== 'same-origin' && site !== 'none'))
    throw new ForbiddenError('Only assistants connect to this address. No other web page can do it for them.');
}
