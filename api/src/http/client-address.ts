import type { Middleware } from 'koa';

/** Keeps the caller's address: the socket's, or, behind `proxies` of our own, the one that the outermost of them saw. */
export function clientAddress(proxies: number): Middleware {
  return (ctx, next) => {
    ctx.state['ip'] = (proxies > 0 ? seenBy(proxies, ctx.get('x-forwarded-for')) : undefined) ?? ctx.req.socket.remoteAddress ?? 'unknown';
    return next();
  };
}

function seenBy(proxies: number, forwarded: string): string | undefined {
  return forwarded.split(',').map((part) => part.trim()).filter(Boolean).at(-proxies);
}
