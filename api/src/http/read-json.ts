import type { Context } from 'koa';
import pLimit from 'p-limit';
import getRawBody from 'raw-body';
import { InvalidInputError, PayloadTooLargeError, UnsupportedMediaError } from './errors.ts';

export const BODY_LIMIT_BYTES = 1024 * 1024;
/** Room for a file of 10 MB in base64 beside all else. */
const MEDIA_BODY_LIMIT_BYTES = BODY_LIMIT_BYTES + 14 * 1024 * 1024;

/** Large bodies in memory while they are read and parsed; the next ones wait on their line. */
const largeBodies = pLimit(6);

/** `\u0000` in JSON, unless its backslash is itself escaped. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Half of a character that takes two, as it is escaped in JSON. */
const SURROGATE = /\\u[dD][89a-fA-F]/;
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * The JSON body, or an empty object where there is none.
 * @param carriesMedia the field `mediaData` may make it larger than any other body may be
 * @throws UnsupportedMediaError for another content type, PayloadTooLargeError over the limit, InvalidInputError for broken JSON
 */
export async function readJson(ctx: Context, method: string, carriesMedia = false): Promise<unknown> {
  const hasBody = ctx.request.length !== 0 && (ctx.get('transfer-encoding') !== '' || ctx.request.length !== undefined);
  if (method === 'GET' || !hasBody) return {};
  if (ctx.get('content-encoding') !== '' && ctx.get('content-encoding') !== 'identity') {
    throw new UnsupportedMediaError('Send the body uncompressed.');
  }

  const mayBeLarge = carriesMedia && (ctx.request.length ?? Infinity) > BODY_LIMIT_BYTES;
  return mayBeLarge ? largeBodies(() => readWithMedia(ctx)) : parse(ctx, await readText(ctx, BODY_LIMIT_BYTES, 'The request is too large: at most 1 MB.'));
}

/** Only the media may be large: what is beside it ends where every body ends. */
async function readWithMedia(ctx: Context): Promise<unknown> {
  const tooLarge = 'The request is too large: at most 10 MB for the media file, and 1 MB for all else.';
  const text = await readText(ctx, MEDIA_BODY_LIMIT_BYTES, tooLarge);
  const body = parse(ctx, text);
  const media = typeof body === 'object' && body !== null && 'mediaData' in body && typeof body.mediaData === 'string' ? body.mediaData.length : 0;
  if (text.length - media > BODY_LIMIT_BYTES) throw new PayloadTooLargeError(tooLarge);
  return body;
}

async function readText(ctx: Context, limit: number, tooLarge: string): Promise<string> {
  return getRawBody(ctx.req, { limit, length: ctx.get('content-length') || null, encoding: 'utf-8' })
    .catch((error: { type?: string }) => {
      if (error.type === 'entity.too.large') throw new PayloadTooLargeError(tooLarge);
      throw new InvalidInputError('The request was cut off before it was whole.', { issues: [] });
    });
}

function parse(ctx: Context, text: string): unknown {
  if (text.trim() === '') return {};
  if (!ctx.is('application/json')) throw new UnsupportedMediaError('Send JSON, with the content type application/json.');
  // PostgreSQL keeps every character but this one.
  if (NUL.test(text)) throw InvalidInputError.of([{ path: '', message: 'Must not contain the character NUL' }]);
  const body = valueOf(text);
  // Written anew, JSON escapes those halves alone that have lost their other half: no database and no address can hold them.
  if (SURROGATE.test(text) && LONE_SURROGATE.test(JSON.stringify(body))) throw InvalidInputError.of([{ path: '', message: 'Must not contain half of a character' }]);
  return body;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidInputError('The request body is not valid JSON.', { issues: [{ path: '', message: 'Not valid JSON' }] });
  }
}
