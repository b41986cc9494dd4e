import { finished, Readable } from 'node:stream';
import type { Context } from 'koa';
import { byteRange, type ByteRange } from './byte-range.ts';

/** A file that is open. */
export interface SentBytes {
  read(part: ByteRange): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

export interface SentAs {
  readonly bytes: number;
  readonly mimeType: string;
  /** Another one for other bytes. */
  readonly tag: string;
  readonly disposition: string;
  readonly cacheControl: string;
}

/** What a browser may know and do of a file of somebody's. */
export function setFileHeaders(
  ctx: Context,
  { mimeType, tag, disposition, cacheControl }: Omit<SentAs, 'bytes'>,
): void {
  // Whatever a browser may take it for, it runs nothing and reaches nothing.
  ctx.set('content-security-policy', "default-src 'none'; sandbox");
  ctx.set('x-content-type-options', 'nosniff');
  ctx.set('content-disposition', disposition);
  ctx.set('cache-control', cacheControl);
  ctx.set('accept-ranges', 'bytes');
  ctx.etag = tag;
  ctx.type = mimeType;
}

/** The bytes of a file, or the part of them that was asked for. Closes it, however the answer ends. */
export function sendFile(ctx: Context, file: SentAs, open: SentBytes): void {
  // Also when its reader has gone by now.
  finished(ctx.res, () => {
    open.close().catch(() => {});
  });
  const asked = askedOf(ctx, file);
  setFileHeaders(ctx, file);
  if (asked === 'nothing new') {
    ctx.status = 304;
    return;
  }
  if (asked === 'unsatisfiable') {
    ctx.set('content-range', `bytes */${file.bytes}`);
    ctx.status = 416;
    return;
  }
  if (asked !== 'all') {
    ctx.status = 206;
    ctx.set('content-range', `bytes ${asked.start}-${asked.end}/${file.bytes}`);
  }
  const part = asked === 'all' ? { start: 0, end: file.bytes - 1 } : asked;
  const length = part.end - part.start + 1;
  const bytes = Readable.from(inWhole(open.read(part), length), { objectMode: false });
  // Cut short while it is sent: its reader would wait for the rest.
  bytes.once('error', () => ctx.res.destroy());
  ctx.length = length;
  ctx.body = bytes;
}

/** Whether a request gets bytes of a file, all or some of them. */
export function givesBytes(ctx: Context, file: Pick<SentAs, 'bytes' | 'tag'>): boolean {
  const asked = askedOf(ctx, file);
  return ctx.method === 'GET' && asked !== 'nothing new' && asked !== 'unsatisfiable';
}

/** What of a file a request is about. A HEAD asks for the length of all, whatever range it names (RFC 9110, 14.2). */
function askedOf(ctx: Context, { bytes, tag }: Pick<SentAs, 'bytes' | 'tag'>) {
  ctx.status = 200;
  ctx.etag = tag;
  const [isFresh, etag] = [ctx.fresh, ctx.response.get('etag')];
  // The answer may still become another one.
  ctx.remove('etag');
  if (isFresh) return 'nothing new';
  const isPartial = ctx.method === 'GET' && ['', etag].includes(ctx.get('if-range'));
  return (isPartial ? byteRange(ctx.get('range'), bytes) : null) ?? 'all';
}

/** @throws when there is less than was said */
async function* inWhole(bytes: AsyncIterable<Buffer>, length: number): AsyncIterable<Buffer> {
  let left = length;
  for await (const chunk of bytes) {
    left -= chunk.length;
    yield chunk;
  }
  if (left > 0) throw new Error(`A file ends ${left} bytes before its end`);
}
