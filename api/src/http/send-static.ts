import { send } from '@koa/send';
import type { Context } from 'koa';
import { NotFoundError } from './errors.ts';

export const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * Sends a file under `root`, as its brotli sibling where the browser takes that. Nothing outside `root` can be reached.
 * @throws NotFoundError when there is no such file
 */
export async function sendStatic(ctx: Context, file: string, options: { root: string; immutable?: boolean; maxAge?: number }): Promise<void> {
  ctx.vary('accept-encoding');
  const sent = await send(ctx, file, { ...options, brotli: true, gzip: false }).catch((error: { status?: number }) => {
    if (error.status !== undefined && error.status < 500) return undefined;
    throw error;
  });
  if (sent === undefined) throw new NotFoundError('There is no such file.');
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
}
