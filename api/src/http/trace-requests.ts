import type { Middleware } from 'koa';
import { isTracing, traced } from '../tracing/tracing.ts';

/**
 * Each call as the beginning of a trace. Whoever calls does not choose it: a `traceparent` from outside would let
 * anybody put their calls into the traces of others.
 */
export const traceRequests: Middleware = (ctx, next) => {
  if (!isTracing() || !ctx.path.startsWith('/api/')) return next();
  return traced(
    () => ({ name: ctx.method, kind: 'server', attributes: { 'http.request.method': ctx.method } }),
    async (note) => {
      await next();
      // Its template, never the path.
      const route = (ctx as { _matchedRoute?: string })._matchedRoute ?? 'unknown';
      note.rename(`${ctx.method} ${route}`);
      note.set({ 'http.route': route, 'http.response.status_code': ctx.status });
      if (ctx.status >= 500) note.fail();
    },
  );
};
