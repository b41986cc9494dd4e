import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { InvalidInputError, PayloadTooLargeError, UnsupportedMediaError } from './errors.ts';

export const BODY_LIMIT_BYTES = 1024 * 1024;

/** `\u0000` in JSON, unless its backslash is itself escaped. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * The JSON body, or an empty object where there is none.
 * @throws UnsupportedMediaError for another content type, PayloadTooLargeError over the limit, InvalidInputError for broken JSON
 */
export async function readJson(ctx: Context, method: string): Promise<unknown> {
  const hasBody = ctx.request.length !== 0 && (ctx.get('transfer-encoding') !== '' || ctx.request.length !== undefined);
  if (method === 'GET' || !hasBody) return {};
  if (ctx.get('content-encoding') !== '' && ctx.get('content-encoding') !== 'identity') {
    throw new UnsupportedMediaError('Send the body uncompressed.');
  }

  const text = await getRawBody(ctx.req, { limit: BODY_LIMIT_BYTES, length: ctx.get('content-length') || null, encoding: 'utf-8' })
    .catch((error: { type?: string }) => {
      if (error.type === 'entity.too.large') throw new PayloadTooLargeError('The request is too large: at most 1 MB.');
      throw new InvalidInputError('The request was cut off before it was whole.', { issues: [] });
    });
  if (text.trim() === '') return {};
  if (!ctx.is('application/json')) throw new UnsupportedMediaError('Send JSON, with the content type application/json.');
  // PostgreSQL keeps every character but this one.
  if (NUL.test(text)) throw InvalidInputError.of([{ path: '', message: 'Must not contain the character NUL' }]);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidInputError('The request body is not valid JSON.', { issues: [{ path: '', message: 'Not valid JSON' }] });
  }
}
