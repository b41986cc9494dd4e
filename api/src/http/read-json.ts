import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { DATA_URL_LIMIT_BYTES } from '../contract/media.ts';
import { DataUrlDecoder, DataUrlError, type ByteSink } from './data-url-decoder.ts';
import { InvalidInputError, PayloadTooLargeError, UnsupportedMediaError, type Issue } from './errors.ts';
import { boundedJson } from './json-bounds.ts';
import { JsonFieldScanner } from './json-field-scanner.ts';

export const BODY_LIMIT_BYTES = 1024 * 1024;
/** Room for a file of 10 MB in base64 beside all else. */
const MEDIA_BODY_LIMIT_BYTES = BODY_LIMIT_BYTES + Math.ceil(DATA_URL_LIMIT_BYTES / 3) * 4 + 1024;

/**
 * Whoever takes longer to send a body of this size holds our connections, not a slow one; `bodies.ts` ends who stops.
 */
const WITHIN_MS = 60_000;

/** A body, and what is wrong with it beside what its call finds wrong. */
export interface JsonBody {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}
export const NO_BODY: JsonBody = { value: {}, issues: [] };

/** `\u0000` in JSON, unless its backslash is itself escaped. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Half of a character that takes two, as it is escaped in JSON. */
const SURROGATE = /\\u[dD][89a-fA-F]/;
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * The JSON body, or an empty object where there is none.
 * @throws UnsupportedMediaError for another content type, PayloadTooLargeError over the limit, InvalidInputError for
 * broken JSON
 */
export async function readJson(ctx: Context, method: string): Promise<JsonBody> {
  if (!hasBody(ctx, method)) return NO_BODY;
  return parse(ctx, await readText(ctx));
}

/**
 * The JSON body without the data URL in its field `mediaData`: that streams, decoded, to what `open` gives, and an
 * empty text stands in its place.
 * @param open asked for once, when there is a data URL
 * @throws as `readJson`; what `open` gave is then the caller's to take back
 */
export async function readJsonWithMedia(
  ctx: Context,
  method: string,
  open: () => Promise<ByteSink>,
): Promise<JsonBody> {
  if (!hasBody(ctx, method)) return NO_BODY;
  if (!ctx.is('application/json'))
    throw new UnsupportedMediaError('Send JSON, with the content type application/json.');
  if ((ctx.request.length ?? 0) > MEDIA_BODY_LIMIT_BYTES) throw tooLarge();
  try {
    const { text, isTaken } = await withoutMedia(
      ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
      open,
    );
    const body = parse(ctx, text);
    // Of a field that is there twice, the last one counts.
    if (isTaken && (body.value as Record<string, unknown>)[FIELD] !== '') throw new DataUrlError();
    return body;
  } catch (error) {
    if (error instanceof DataUrlError) throw unreadable(error);
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') throw cutOff();
    throw error;
  }
}

const FIELD = 'mediaData';
const BEGINNING = '"data:';

async function withoutMedia(
  body: AsyncIterable<Buffer>,
  open: () => Promise<ByteSink>,
): Promise<{ text: string; isTaken: boolean }> {
  const scanner = new JsonFieldScanner(FIELD);
  const rest: Buffer[] = [];
  let restLength = 0;
  let left: Buffer = Buffer.alloc(0);
  let decoder: DataUrlDecoder | null = null;
  let isTaken = false;

  const keep = (part: Buffer) => {
    restLength += part.length;
    if (restLength > BODY_LIMIT_BYTES) throw tooLarge();
    rest.push(part);
  };

  for await (const chunk of body) {
    const bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    left = Buffer.alloc(0);
    let at = 0;
    while (at < bytes.length) {
      if (decoder !== null) {
        const end = bytes.indexOf('"', at);
        await decoder.write(bytes.subarray(at, end < 0 ? bytes.length : end));
        if (end < 0) break;
        await decoder.end();
        decoder = null;
        at = end;
        continue;
      }
      const quote = scanner.find(bytes, at);
      if (quote < 0) {
        keep(bytes.subarray(at));
        break;
      }
      if (bytes.length - quote < BEGINNING.length) {
        keep(bytes.subarray(at, quote));
        left = bytes.subarray(quote);
        break;
      }
      keep(bytes.subarray(at, quote + 1));
      scanner.enter();
      at = quote + 1;
      if (bytes.toString('latin1', quote, quote + BEGINNING.length).toLowerCase() === BEGINNING) {
        if (isTaken) throw new DataUrlError();
        isTaken = true;
        decoder = new DataUrlDecoder(within(await open()));
      }
    }
  }
  await decoder?.end();
  keep(left);
  return { text: Buffer.concat(rest).toString('utf8'), isTaken };
}

/** What goes on to `sink` ends where a data URL may. */
function within(sink: ByteSink): ByteSink {
  let bytes = 0;
  return {
    async write(chunk) {
      bytes += chunk.length;
      if (bytes > DATA_URL_LIMIT_BYTES) throw new PayloadTooLargeError('The file is larger than 10 MB.');
      await sink.write(chunk);
    },
  };
}

function hasBody(ctx: Context, method: string): boolean {
  if (method === 'GET') return false;
  const isThere = ctx.request.length !== 0 && (ctx.get('transfer-encoding') !== '' || ctx.request.length !== undefined);
  if (!isThere) return false;
  if (ctx.get('content-encoding') !== '' && ctx.get('content-encoding') !== 'identity') {
    throw new UnsupportedMediaError('Send the body uncompressed.');
  }
  return true;
}

async function readText(ctx: Context): Promise<string> {
  const deadline = setTimeout(() => ctx.req.destroy(), WITHIN_MS);
  return getRawBody(ctx.req, { limit: BODY_LIMIT_BYTES, length: ctx.get('content-length') || null, encoding: 'utf-8' })
    .catch((error: { type?: string }) => {
      if (error.type === 'entity.too.large') throw new PayloadTooLargeError('The request is larger than 1 MB.');
      throw cutOff();
    })
    .finally(() => clearTimeout(deadline));
}

function parse(ctx: Context, text: string): JsonBody {
  if (text.trim() === '') return NO_BODY;
  if (!ctx.is('application/json'))
    throw new UnsupportedMediaError('Send JSON, with the content type application/json.');
  // PostgreSQL keeps every character but this one.
  if (NUL.test(text)) throw InvalidInputError.of([{ path: '', message: 'Must not contain the character NUL' }]);
  const bounded = boundedJson(text);
  const value = valueOf(bounded.text);
  // Written anew, JSON escapes those halves alone that have lost their other half: no database and no address can hold
  // them.
  if (SURROGATE.test(text) && LONE_SURROGATE.test(JSON.stringify(value)))
    throw InvalidInputError.of([{ path: '', message: 'Must not contain half of a character' }]);
  return { value, issues: bounded.issues };
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidInputError("The request body isn't valid JSON.", {
      issues: [{ path: '', message: 'Not valid JSON' }],
    });
  }
}

function tooLarge(): PayloadTooLargeError {
  return new PayloadTooLargeError(
    'The request is too large. The media file can be up to 10 MB, and everything else up to 1 MB.',
  );
}

function cutOff(): InvalidInputError {
  return new InvalidInputError("The request didn't arrive completely.", { issues: [] });
}

function unreadable(cause: unknown): InvalidInputError {
  const message = "We can't read this file. Choose it again.";
  return new InvalidInputError(message, { issues: [{ path: FIELD, message }] }, { cause });
}
