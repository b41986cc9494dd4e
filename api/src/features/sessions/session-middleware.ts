import type { Context, Middleware } from 'koa';
import { EVENTS_PATH, TELEMETRY_PATH, UNATTENDED_HEADER } from '../../contract/status.ts';
import { isBearerCall } from '../../http/bearers.ts';
import { setCookie } from '../../http/cookies.ts';
import { SESSION_STATE } from '../../http/session.ts';
import { ABSOLUTE_DAYS, hashOf, type SessionsRepository } from './sessions.repository.ts';

/** `__Host-` binds the cookie to this very origin; browsers accept it over https only. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-pagecast_session' : 'pagecast_session';
}

/**
 * Finds the session of a request's cookie, unless a program sends a token. Who has become an administrator gets another
 * id.
 */
export function sessionMiddleware({
  sessions,
  cookieName,
  adminIds,
}: {
  sessions: SessionsRepository;
  cookieName: string;
  adminIds: readonly string[];
}): Middleware {
  return async (ctx, next) => {
    if (isBearerCall(ctx)) {
      ctx.state[SESSION_STATE] = null;
      return next();
    }
    const id = ctx.cookies.get(cookieName);
    const found = id ? await sessions.find(id, adminIds, isUserActive(ctx)) : null;
    const renewed = found?.isPromoted === true ? await sessions.renewPromoted(found.session.idHash) : null;
    if (renewed !== null) setCookie(ctx, cookieName, renewed, { maxAgeMs: ABSOLUTE_DAYS * 24 * 3_600_000 });
    const session = found?.session ?? null;
    ctx.state[SESSION_STATE] = session === null || renewed === null ? session : { ...session, idHash: hashOf(renewed) };
    await next();
  };
}

/**
 * A screen that reads its lists again because something changed keeps no session alive, and neither does the stream
 * that tells it, or a report of the page.
 */
function isUserActive(ctx: Context): boolean {
  if (ctx.path.startsWith(TELEMETRY_PATH)) return false;
  return !['GET', 'HEAD'].includes(ctx.method) || (ctx.path !== EVENTS_PATH && ctx.get(UNATTENDED_HEADER) === '');
}
