import type { Middleware } from 'koa';
import { SESSION_STATE } from '../../http/session.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/** `__Host-` binds the cookie to this very origin; browsers accept it over https only. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-pagecast_session' : 'pagecast_session';
}

/** Finds the session of a request's cookie. */
export function sessionMiddleware({ sessions, cookieName, adminIds }: { sessions: SessionsRepository; cookieName: string; adminIds: readonly string[] }): Middleware {
  return async (ctx, next) => {
    const id = ctx.cookies.get(cookieName);
    ctx.state[SESSION_STATE] = id ? await sessions.find(id, adminIds) : null;
    await next();
  };
}
