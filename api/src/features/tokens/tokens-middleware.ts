import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import type { TokenId } from '../../contract/ids.ts';
import { TOKEN_PREFIX } from '../../contract/tokens.ts';
import { bearerOf, putBearerSession, refuseTokenInAddress } from '../../http/bearers.ts';
import { TooManyRequestsError, UnauthorizedError } from '../../http/errors.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import type { FoundToken, TokensRepository } from './tokens.repository.ts';

/**
 * Finds out whose a bearer is that none of our own tokens is: an access token of a connected assistant, say.
 * @returns the row of `api_tokens` that it stands for, or null
 */
export type FindTokenId = (bearer: string, ctx: Context) => Promise<TokenId | null>;

const NEW_ONE = 'Make a new one in Settings, under API Tokens.';
const UNKNOWN = `This token opens nothing: it was revoked, or it isn't one of this Pagecast. ${NEW_ONE}`;

interface Deps {
  readonly tokens: Pick<TokensRepository, 'findBySecret' | 'findById' | 'noteUse'>;
  readonly adminIds: readonly string[];
  /** Calls of one token. */
  readonly ofToken: RateLimit;
  /** Calls with what opens nothing, of one address. */
  readonly ofStrangers: RateLimit;
  readonly log: Logger;
  findOther(bearer: string, ctx: Context): Promise<TokenId | null>;
}

/** Finds whom a program calls for. A cookie beside its token is not looked at. */
export function tokensMiddleware({ tokens, adminIds, ofToken, ofStrangers, log, findOther }: Deps): Middleware {
  async function find(bearer: string, ctx: Context): Promise<FoundToken | null> {
    if (bearer.startsWith(TOKEN_PREFIX)) return tokens.findBySecret(bearer, adminIds);
    const id = await findOther(bearer, ctx);
    return id === null ? null : tokens.findById(id, adminIds);
  }

  return (ctx, next) => {
    refuseTokenInAddress(ctx);
    const bearer = bearerOf(ctx);
    return bearer === null ? next() : serve(ctx, next, bearer);
  };

  async function serve(ctx: Context, next: Next, bearer: string): Promise<void> {
    const found = await find(bearer, ctx);
    if (found === null) await ofStrangers(ctx.state['ip'] as string);
    const flaw = flawOf(found);
    if (found === null || flaw !== null) throw unauthorized(ctx, flaw ?? UNKNOWN);
    await waitingForTurn(() => ofToken(String(found.session.token.id)));
    // Nobody waits for it, and the next call notes what this one could not.
    if (found.isUsedLongAgo)
      void tokens
        .noteUse(found.session.token.id)
        .catch((error: unknown) => log.warn({ err: error }, 'tokens.use-not-noted'));
    putBearerSession(ctx, found.session);
    return next();
  }
}

function flawOf(found: FoundToken | null): string | null {
  if (found === null) return UNKNOWN;
  if (!found.isExpired) return null;
  const { name } = found.session.token;
  return `The token "${name}" expired on ${found.expiresAt?.toISOString().slice(0, 10)}. ${NEW_ONE}`;
}

function unauthorized(ctx: Context, message: string): UnauthorizedError {
  ctx.set('www-authenticate', 'Bearer error="invalid_token"');
  return new UnauthorizedError(message);
}

async function waitingForTurn(consume: () => Promise<void>): Promise<void> {
  try {
    await consume();
  } catch (error) {
    if (!(error instanceof TooManyRequestsError)) throw error;
    const { retryAfterSeconds } = error;
    throw new TooManyRequestsError(
      `This token makes too many calls. Wait ${retryAfterSeconds} s and try again.`,
      retryAfterSeconds,
    );
  }
}
