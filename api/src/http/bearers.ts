import type { Context } from 'koa';
import type { Endpoint } from '../contract/endpoint.ts';
import { ForbiddenError, InvalidInputError } from './errors.ts';
import { queryOf } from './query.ts';
import type { Session } from './session.ts';
import { mayNeedAnother, needScope, refuseMakingUnseen } from './token-input.ts';

/** Where the session of a program's call stands: nowhere that a route meant for people finds it. */
const BEARER_STATE = 'bearerSession';

/** The calls of the contract, and the door for assistants. Releases have tokens and a door of their own. */
const takesBearers = ({ path }: Context) =>
  (path.startsWith('/api/') && !path.startsWith('/api/releases/')) || /^\/mcp\/?$/i.test(path);

const IN_HEADER = /^Bearer +(\S.*)$/i;

/** What is sent in place of a cookie, whatever it is worth; null for a call without. */
export function bearerOf(ctx: Context): string | null {
  return takesBearers(ctx) ? (IN_HEADER.exec(ctx.get('authorization'))?.[1]?.trim() ?? null) : null;
}

/** No page can send one for somebody without their knowing it, and cookies don't count beside it. */
export const isBearerCall = (ctx: Context): boolean => bearerOf(ctx) !== null;

export function putBearerSession(ctx: Context, session: Session): void {
  ctx.state[BEARER_STATE] = session;
}

/** Whom a program calls for; null when nobody sent a token. */
export function bearerSessionOf(ctx: Context): Session | null {
  return (ctx.state[BEARER_STATE] as Session | undefined) ?? null;
}

const OURS = /pct_[\w-]{20,}/;

/** Addresses are kept in logs and histories, and told to other sites. @throws InvalidInputError */
export function refuseTokenInAddress(ctx: Context): void {
  // As it stands there, or with any of it escaped.
  if (!ctx.url.includes('pct_') && !ctx.url.includes('%')) return;
  const given = [ctx.path, ...Object.entries(queryOf(ctx)).flat(2)];
  if (given.some((part) => typeof part === 'string' && OURS.test(part)))
    throw InvalidInputError.of([
      {
        path: '',
        message:
          'There is a token in this address, where others can read it. ' +
          'Revoke it in Settings, and send a new one as Authorization: Bearer TOKEN.',
      },
    ]);
}

/**
 * What every call of a program has to pass, before anything is read of it.
 * @throws ForbiddenError for what is not for tokens, or not for this one
 */
export function checkToken(endpoint: Endpoint, session: Session): void {
  const { token, onlyPages } = session;
  if (token === null) return;
  refuseMakingUnseen(endpoint);
  if (endpoint.scope === undefined)
    throw new ForbiddenError("Tokens can't do this. Log in to Pagecast in a browser instead.");
  // Which one some calls need their input tells.
  if (!mayNeedAnother(endpoint)) needScope(session, endpoint.scope, endpoint);
  if (onlyPages && endpoint.isByPage !== true)
    throw new ForbiddenError(
      `This call is about all of your pages, and the token "${token.name}" is for some of them only.`,
    );
}
