import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { Middleware } from 'koa';

/** Below this nothing is won: one packet of a network takes as much. */
const LEAST_BYTES = 1400;
/** A character takes three bytes at most for each of its units. */
const LEAST_LENGTH = LEAST_BYTES / 3;

/** Compresses answers that are worth it. Most are small, and are let through without a look at what they are. */
export function compressed(): Middleware {
  const compressWhole = compress({
    threshold: LEAST_BYTES,
    // One better takes twice as long for 1.8 MB, and is no smaller.
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 }, chunkSize: 65_536 },
    zstd: false,
    deflate: false,
  });
  return async (ctx, next) => {
    ctx.res.setHeader('vary', 'Accept-Encoding');
    await next();
    if (typeof ctx.body === 'string' && ctx.body.length < LEAST_LENGTH) return;
    await compressWhole(ctx, async () => {});
  };
}
