import { send } from '@koa/send';
import type { Context } from 'koa';
import { NotFoundError } from './errors.ts';
import { assertOperator } from './operators.ts';

/**
 * What speaks to documents alone: some 750 bytes that a script, a sheet, a font or data has no use for, with every file
 * of a first visit.
 */
const FOR_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
const NO_DOCUMENT = /^(text\/(javascript|css)|application\/json|font\/\w+)$/;

/** Sources as they were written, packed or not, whatever stands behind the name. */
export const SOURCE_MAP = /\.map(?![\w-])/i;

export const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * Sends a file under `root`, as its brotli sibling where the browser takes that. Nothing outside `root` can be reached,
 * and source maps by operators alone.
 * @throws NotFoundError when there is no such file
 */
export async function sendStatic(
  ctx: Context,
  file: string,
  options: { root: string; immutable?: boolean; maxAge?: number },
): Promise<void> {
  if (SOURCE_MAP.test(decoded(file))) {
    assertOperator(ctx);
    // Nothing in between may hand it on to others.
    ctx.set('cache-control', 'private, no-store');
  }
  ctx.vary('accept-encoding');
  const sent = await send(ctx, file, { ...options, brotli: true, gzip: false }).catch((error: { status?: number }) => {
    if (error.status !== undefined && error.status < 500) return undefined;
    throw error;
  });
  if (sent === undefined) throw new NotFoundError('There is no such file.');
  if (NO_DOCUMENT.test(ctx.type)) for (const name of FOR_DOCUMENTS) ctx.remove(name);
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
}

/** As the file will be looked for. */
function decoded(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    throw new NotFoundError('There is no such file.');
  }
}
