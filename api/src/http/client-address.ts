import type { Middleware } from 'koa';

/** Keeps the caller's address: the socket's, or, behind `proxies` of our own, the one that the outermost of them saw. */
export function clientAddress(proxies: number): Middleware {
  return async (ctx, next) => {
    const socket = ctx.req.socket.remoteAddress ?? 'unknown';
    const forwarded = ctx.get('x-forwarded-for').split(',').map((part) => part.trim()).filter(Boolean);
    ctx.state['ip'] = (proxies > 0 ? forwarded.at(-proxies) : undefined) ?? socket;
    await next();
  };
}
