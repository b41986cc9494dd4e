import type { Context } from 'koa';

/** Sets a cookie of ours, or takes it back with null. */
export function setCookie(ctx: Context, name: string, value: string | null, { maxAgeMs }: { maxAgeMs?: number }): void {
  // The way to us may be plain: it is the proxy in front that speaks https with the browser.
  ctx.cookies.secure = name.startsWith('__Host-');
  ctx.cookies.set(name, value, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: name.startsWith('__Host-'),
    overwrite: true,
    ...(maxAgeMs === undefined ? {} : { maxAge: maxAgeMs }),
  });
}
