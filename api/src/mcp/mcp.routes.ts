import Router from '@koa/router';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { TOKEN_SCOPES } from '../contract/token-scopes.ts';
import { bearerSessionOf } from '../http/bearers.ts';
import { InvalidInputError, UnauthorizedError } from '../http/errors.ts';
import type { CallInner } from '../http/handle.ts';
import { readJson } from '../http/read-json.ts';
import { timeZoneOf } from '../http/time-zone.ts';
import { JSON_RPC_REFUSED, MCP_PATH, METADATA_PATH } from './mcp-door.ts';
import { answerMessage } from './mcp-server.ts';

interface Deps {
  readonly publicUrl: string;
  readonly log: Logger;
  readonly callInner: CallInner;
}

/** MCP over streamable HTTP, without sessions: each request is answered by itself, as JSON. */
export function mcpRoutes({ publicUrl, log, callInner }: Deps): Router {
  const router = new Router();
  const address = new URL(MCP_PATH, publicUrl).href;

  router.post(MCP_PATH, async (ctx) => {
    const session = bearerSessionOf(ctx);
    if (session === null)
      throw new UnauthorizedError('Connect Pagecast first: this address needs a token of Pagecast as a Bearer.');
    const { value, issues } = await readJson(ctx, ctx.method);
    if (issues.length > 0) throw InvalidInputError.of(issues);
    if (Array.isArray(value)) throw new InvalidInputError('Send one message at a time.', { issues: [] });
    const answer = await answerMessage(
      {
        session,
        log,
        call: (endpoint, input) => callInner(ctx, endpoint, input),
        reader: { zone: timeZoneOf(ctx, session), now: new Date() },
      },
      new Request(address, { method: 'POST', headers: headersOf(ctx) }),
      value,
    );
    ctx.status = answer.status;
    ctx.set('cache-control', 'no-store');
    const text = await answer.text();
    if (text !== '') ctx.type = 'json';
    ctx.body = text;
  });

  // There is no stream to listen to and no session to end: clients of the protocol know what that means.
  router.all(MCP_PATH, (ctx) => {
    ctx.set('allow', 'POST');
    ctx.status = 405;
    const message = 'Send messages with POST. There are no sessions, and nothing is sent without being asked for.';
    ctx.body = { jsonrpc: '2.0', error: { code: JSON_RPC_REFUSED, message }, id: null };
  });

  // By RFC 9728 below the path of what it describes; older clients ask at the root.
  for (const path of [METADATA_PATH, `${METADATA_PATH}${MCP_PATH}`]) {
    router.get(path, (ctx) => {
      ctx.set('cache-control', 'public, max-age=300');
      ctx.body = {
        resource: address,
        resource_name: 'Pagecast',
        authorization_servers: [new URL(publicUrl).origin],
        scopes_supported: TOKEN_SCOPES,
        bearer_methods_supported: ['header'],
      };
    });
  }
  return router;
}

/** What the transport looks at. Every client takes JSON, also one that does not say so. */
function headersOf(ctx: Context): Headers {
  const headers = new Headers({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  });
  const version = ctx.get('mcp-protocol-version');
  if (/^[\w.-]{1,40}$/.test(version)) headers.set('mcp-protocol-version', version);
  return headers;
}
