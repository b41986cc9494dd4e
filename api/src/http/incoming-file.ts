import busboy from 'busboy';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import type { Context } from 'koa';
import { InvalidInputError, UnsupportedMediaError } from './errors.ts';

/** A file may come slowly, but a sender that says nothing for so long is gone. */
const REST_LIMIT_MS = 60_000;

/** What a page of somebody else could send without asking is not among them, save for forms; and those are asked for their origin. */
const FILE_TYPES = ['multipart/form-data', 'image/*', 'video/*', 'application/octet-stream'];

/** Ends the line of a sender that rests for too long. Once all is there, what it is used for may take its time. */
export function restless(ctx: Context): void {
  ctx.req.setTimeout(REST_LIMIT_MS, () => ctx.req.destroy());
  ctx.req.once('end', () => ctx.req.setTimeout(0));
}

/**
 * The bytes of a file that is sent as it is, or as the first file of a form, as they come. Reading them stops with an error when the line drops.
 * @throws UnsupportedMediaError for what calls itself something else; InvalidInputError for a form without a file
 */
export async function fileIn(ctx: Context): Promise<AsyncIterable<Uint8Array>> {
  if (!ctx.is(...FILE_TYPES)) throw new UnsupportedMediaError('Send a file: as image/*, video/* or application/octet-stream, or in a form.');
  restless(ctx);
  return ctx.is('multipart/form-data') ? firstFileOf(ctx) : bytesOf(ctx.req);
}

function firstFileOf(ctx: Context): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const form = busboy({ headers: ctx.req.headers, limits: { files: 1, fields: 20, fieldSize: 1024 } });
    form.on('file', (_name, file) => resolve(file));
    pipeline(ctx.req, form, () => reject(new InvalidInputError('There is no file in this form.', { issues: [{ path: 'file', message: 'Is required' }] })));
  });
}

/** The body as it comes. @throws InvalidInputError when the line drops */
export async function* bytesOf(request: Context['req']): AsyncIterable<Uint8Array> {
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false })) yield piece as Uint8Array;
  } catch (error) {
    throw new InvalidInputError('The file was cut off before it was whole. Send it again.', { issues: [] }, { cause: error });
  } finally {
    // Where reading stops early, the rest is let pass: the sender would not see the answer before all of it is on its way.
    request.resume();
  }
}
