import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { MethodNotAllowedError, NotFoundError } from './errors.ts';

/**
 * Stands behind `router`: a call that nobody took has either another method (405, with the ones there are) or no
 * address (404).
 */
export function unservedCalls(router: Router): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) return next();
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new NotFoundError('There is no such call.');
    ctx.set('allow', [...methods].join(', '));
    throw new MethodNotAllowedError("This address doesn't support this method.");
  };
}

/** Stands behind the probes of a process that runs the loop alone. */
export const servesNobody: Middleware = () => {
  throw new NotFoundError('This process publishes posts and serves no pages: LOOP is set to only.');
};

/** Stands at the very end: pages and files are only ever read. */
export const readOnly: Middleware = async (ctx) => {
  ctx.set('allow', 'GET, HEAD');
  throw new MethodNotAllowedError("This address doesn't support this method.");
};
