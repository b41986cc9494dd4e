import Router from '@koa/router';
import type { Middleware } from 'koa';

/**
 * Leads each request to the routes that share its first words: the router alone would try every route of the server for
 * every call, which costs more than the rest of a small one. Routes begin with two plain words under `/api` and
 * `/.well-known`, elsewhere with one.
 */
export function dispatch(router: Router): Middleware {
  const areas = new Map<string, Router>();
  for (const route of router.stack) {
    const area = areaOf(String(route.path));
    if (area.endsWith('/')) throw new Error(`${String(route.path)} does not begin with a plain word`);
    areas.set(area, areas.get(area) ?? new Router());
    areas.get(area)?.stack.push(route);
  }
  const routes = new Map([...areas].map(([area, own]) => [area, own.routes() as unknown as Middleware]));
  return (ctx, next) => routes.get(areaOf(ctx.path))?.(ctx, next) ?? next();
}

const FIRST_WORDS = /^\/(?:(?:api|\.well-known)\/)?[\w-]*/;

/** Case does not count, as in the router. */
function areaOf(path: string): string {
  return FIRST_WORDS.exec(path.toLowerCase())?.[0] ?? '';
}
