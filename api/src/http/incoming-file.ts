import busboy from 'busboy';
import { pipeline } from 'node:stream';
import type { Context } from 'koa';
import { InvalidInputError, UnsupportedMediaError } from './errors.ts';

/**
 * What a page of somebody else could send without asking is not among them, save for forms; and those are asked for
 * their origin.
 */
const FILE_TYPES = [
  'multipart/form-data',
  'image/*',
  'video/*',
  'application/octet-stream',
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

/** A file as it comes. */
export interface SentFile {
  /** As a form calls it; not to be trusted. */
  readonly name: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * A file that is sent as it is, or as the first file of a form, as it comes. Reading them stops with an
 * error when the line drops.
 * @throws UnsupportedMediaError for what calls itself something else; InvalidInputError for a form without a file
 */
export async function fileIn(ctx: Context): Promise<SentFile> {
  if (!ctx.is(...FILE_TYPES))
    throw new UnsupportedMediaError('Send a file: as image/*, video/* or application/octet-stream, or in a form.');
  return ctx.is('multipart/form-data') ? firstFileOf(ctx) : { name: null, bytes: bytesOf(ctx.req) };
}

function firstFileOf(ctx: Context): Promise<SentFile> {
  return new Promise((resolve, reject) => {
    const form = formOf(ctx);
    form.on('file', (_field, file, { filename }) => {
      // It may break before anybody reads it, and reading it tells of that; an error that nobody listens to would end
      // the process.
      file.on('error', () => undefined);
      resolve({ name: filename ?? null, bytes: cutOffToldOf(file) });
    });
    pipeline(ctx.req, form, () =>
      reject(
        new InvalidInputError('There is no file in this form.', { issues: [{ path: 'file', message: 'Is required' }] }),
      ),
    );
  });
}

/** @throws InvalidInputError for a form that does not say how its parts are told apart */
function formOf(ctx: Context) {
  try {
    return busboy({
      headers: ctx.req.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 20, fieldSize: 1024 },
    });
  } catch (error) {
    throw new InvalidInputError(
      'This form is broken: its content type names no boundary. Send it again.',
      { issues: [] },
      { cause: error },
    );
  }
}

/** The body as it comes. @throws InvalidInputError when the line drops */
export function bytesOf(request: Context['req']): AsyncIterable<Uint8Array> {
  return cutOffToldOf(request.iterator({ destroyOnReturn: false }));
}

async function* cutOffToldOf(bytes: AsyncIterable<unknown>): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of bytes) yield chunk as Uint8Array;
  } catch (error) {
    throw new InvalidInputError("The file didn't arrive completely. Send it again.", { issues: [] }, { cause: error });
  }
}
