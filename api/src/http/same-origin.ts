import type { Context, Middleware } from 'koa';
import { ForbiddenError } from './errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Lets an unsafe call through only from our own pages: by its Origin, or by the browser's word that it is of the same
 * origin.
 * A browser cannot forge either, so a foreign page cannot act with somebody's cookie.
 */
export function sameOriginOnly(publicUrl: string, isExempt: (ctx: Context) => boolean = () => false): Middleware {
  const origins = ownOrigins(publicUrl);
  return (ctx, next) => {
    if (SAFE.has(ctx.method) || isOwn(ctx) || isExempt(ctx)) return next();
    throw new ForbiddenError(`This call must come from Pagecast's own pages at ${publicUrl}.`);
  };

  function isOwn(ctx: Context): boolean {
    const origin = ctx.get('origin');
    return origin === '' ? ctx.get('sec-fetch-site') === 'same-origin' : origins.has(origin);
  }
}

/** On a laptop the same server goes by three names. */
export function ownOrigins(publicUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!LOOPBACK.includes(hostname)) return new Set([origin]);
  return new Set(LOOPBACK.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`));
}
