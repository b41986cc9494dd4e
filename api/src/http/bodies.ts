import { Readable } from 'node:stream';
import type { Context, Middleware, Next } from 'koa';
import { errorBody } from './error-middleware.ts';
import { RequestTimeoutError } from './errors.ts';

/** A body may come slowly, but a sender that sends nothing for so long is gone. */
const IDLE_LIMIT_MS = 30_000;
/** Within it. */
const IDLE_LOOKS = 6;
/**
 * How long what is on its way may pass unread behind an answer: long enough for the sender to see the answer and stop.
 */
const PASS_WITHIN_MS = 2000;
/** Of that, so much is taken; then the sender is held, and sees the answer all the same. */
const PASS_BYTES = 8 * 1024 * 1024;

/**
 * Stands outermost, so that every answer goes through it. Whoever stops in the middle of a body is answered 408. A body
 * that was not read to its end, because it was refused or nobody asked for it, ends its connection: left in it, it
 * would stand before the next request of whoever shares the connection, as people behind a proxy do.
 * @param idleLimitMs shorter in tests
 */
export function bodies({ idleLimitMs = IDLE_LIMIT_MS }: { idleLimitMs?: number } = {}): Middleware {
  return (ctx, next) => (hasBody(ctx) ? watched(ctx, next, idleLimitMs) : next());
}

const hasBody = (ctx: Context): boolean => ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length')) > 0;

async function watched(ctx: Context, next: Next, idleLimitMs: number): Promise<void> {
  const watch = watchIdle(ctx, idleLimitMs);
  ctx.res.once('close', () => clearInterval(watch));
  await next();
  if (ctx.req.complete || ctx.headerSent) return;
  ctx.set('connection', 'close');
  holdOpen(ctx);
}

/**
 * Progress is what comes in on the line; that we do not take it for a while is no pause of the sender. Counted in
 * looks, between which the line is read: by the time that passed, a process that stood still would take its own pause
 * for theirs.
 */
function watchIdle(ctx: Context, limitMs: number): NodeJS.Timeout {
  const { req } = ctx;
  const { socket } = req;
  let seen = socket.bytesRead;
  let still = 0;
  const watch = setInterval(() => {
    if (req.complete || req.destroyed) return clearInterval(watch);
    if (socket.bytesRead !== seen || req.readableLength >= req.readableHighWaterMark) {
      seen = socket.bytesRead;
      still = 0;
      return;
    }
    still += 1;
    if (still < IDLE_LOOKS) return;
    clearInterval(watch);
    endIdle(ctx);
  }, limitMs / IDLE_LOOKS);
  return watch.unref();
}

/** Answers in place of the call, which still waits for the rest and hears that there is none. */
function endIdle({ req, res }: Context): void {
  if (res.headersSent) return void req.destroy();
  const body = JSON.stringify(errorBody(new RequestTimeoutError('The request was interrupted. Send it again.')));
  res.writeHead(408, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  });
  res.end(body, () => req.destroy());
}

/**
 * The answer is whole by its length, and goes out at once. Its connection ends only when what was on its way has
 * passed: closed with bytes unread, it would be reset, and the answer lost with it.
 */
function holdOpen(ctx: Context): void {
  const answer = bytesOf(ctx.body);
  if (answer === null || ctx.method === 'HEAD') return;
  ctx.body = Readable.from(untilPassed(answer, ctx.req), { objectMode: false });
  ctx.length = answer.length;
}

function bytesOf(body: unknown): Buffer | null {
  if (body === null || body === undefined || body instanceof Readable) return null;
  return Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

async function* untilPassed(answer: Buffer, req: Context['req']): AsyncIterable<Buffer> {
  yield answer;
  await new Promise<void>((resolve) => {
    let taken = 0;
    const take = (chunk: Buffer) => {
      taken += chunk.length;
      if (taken > PASS_BYTES) req.off('data', take).pause();
    };
    req.on('data', take).once('end', resolve).once('close', resolve).resume();
    setTimeout(resolve, PASS_WITHIN_MS).unref();
  });
}
