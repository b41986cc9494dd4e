import Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { isFacebookCallback } from './features/facebook-callbacks/facebook-callbacks.routes.ts';
import { isMailLink } from './features/mail/mail-pages.routes.ts';
import { isOauthCall } from './features/oauth/oauth.routes.ts';
import { isBearerCall } from './http/bearers.ts';
import { bodies } from './http/bodies.ts';
import { clientAddress } from './http/client-address.ts';
import { compressed } from './http/compressed.ts';
import { dispatch } from './http/dispatch.ts';
import { errorMiddleware } from './http/error-middleware.ts';
import { lendTurns } from './http/heavy-calls.ts';
import { lendRecord, type RecordImpersonation } from './http/impersonation.ts';
import { requestLog } from './http/logging.ts';
import { lendIntake, type MediaIntake } from './http/media-intake.ts';
import type { Metrics } from './http/metrics.ts';
import { lendOperators } from './http/operators.ts';
import { plainAddress, withPath } from './http/plain-address.ts';
import { isReleaseCall, lendReleaseTokens, type FindHolder } from './http/release-holder.ts';
import { sameOriginOnly } from './http/same-origin.ts';
import { securityHeaders } from './http/security-headers.ts';
import { lendSubjects, type FindSubject } from './http/token-input.ts';
import { traceRequests } from './http/trace-requests.ts';
import { readOnly, servesNobody, unservedCalls } from './http/unserved.ts';
import { isMcpCall } from './mcp/mcp-door.ts';
import { inReadersLanguage } from './problems/readers-words.ts';
import type { Words } from './problems/words.ts';

interface Deps {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Of problems, by their tags. */
  readonly languages: Readonly<Record<string, Words>>;
  /** For operators and load balancers: no session is looked for. */
  readonly health: Router;
  /** For people, whoever they are. */
  readonly statusPage: Router;
  readonly sessions: { readonly middleware: Middleware };
  readonly tokens: { readonly middleware: Middleware; readonly findSubject: FindSubject };
  readonly impersonation: { readonly record: RecordImpersonation };
  /** Stands in front of the address for assistants. */
  readonly mcp: { readonly door: Middleware };
  readonly media: { readonly storage: MediaIntake };
  readonly releaseTokens: { readonly findHolder: FindHolder };
  /** Every call of the contract. */
  readonly routes: readonly Router[];
  /** What is served at every other address. */
  readonly remotes: { readonly shell: Router };
}

/**
 * The server, from the first byte of a request to the last of its answer, in the order in which each part has its turn.
 */
export function createServer({
  config,
  log,
  metrics,
  languages,
  health,
  statusPage,
  sessions,
  tokens,
  impersonation,
  mcp,
  media,
  releaseTokens,
  routes,
  remotes,
}: Deps): Koa {
  const server = new Koa();
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (!isOfCaller(error)) log.error({ err: error }, 'server.error');
  });
  lendOperators(server, config);
  lendRecord(server, impersonation.record);
  lendIntake(server, media.storage);
  lendReleaseTokens(server, releaseTokens.findHolder);
  lendSubjects(server, tokens.findSubject);
  lendTurns(server);
  server.use(withPath);
  server.use(bodies());
  server.use(requestLog(log));
  server.use(metrics.middleware);
  server.use(traceRequests);
  server.use(securityHeaders(config));
  server.use(errorMiddleware(log));
  server.use(plainAddress);
  server.use(clientAddress(config.TRUST_PROXY));
  server.use(compressed());
  server.use(dispatch(health));
  if (config.LOOP === 'only') server.use(servesNobody);
  server.use(dispatch(statusPage));
  const isSigned = (ctx: Context) =>
    isFacebookCallback(ctx.path) ||
    isMailLink(ctx.path) ||
    isOauthCall(ctx.path) ||
    isReleaseCall(ctx) ||
    isBearerCall(ctx) ||
    isMcpCall(ctx);
  server.use(sameOriginOnly(config.PUBLIC_URL, isSigned));
  server.use(mcp.door);
  server.use(inReadersLanguage(languages));
  server.use(tokens.middleware);
  server.use(sessions.middleware);
  const router = new Router();
  for (const part of routes) router.use(part.routes());
  server.use(dispatch(router));
  server.use(unservedCalls(router));
  server.use(remotes.shell.routes());
  server.use(readOnly);
  return server;
}

/** A caller that goes away in the middle, or breaks what it sends, is no fault of ours. */
function isOfCaller({ code }: NodeJS.ErrnoException): boolean {
  return (
    code?.startsWith('HPE_') === true || ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code ?? '')
  );
}
