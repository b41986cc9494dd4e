import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import { errorBody } from './error-middleware.ts';
import { AppError } from './errors.ts';
import { answerEvents, eventText } from './server-sent-events.ts';

/** A browser that takes nothing any more is given up. */
const UNREAD_LIMIT_BYTES = 1024 * 1024;

/** Asked for by name: whoever takes anything gets plain JSON. */
export function wantsEvents(ctx: Context): boolean {
  return /\btext\/event-stream\b/i.test(ctx.get('accept'));
}

/**
 * Answers a call with events: a `piece` for each chunk that its work sends, then `done` with the whole answer, or
 * `failed` with why there is none.
 * Returns when the first of them is there, as it is then that the head of the answer goes out; the work goes on.
 * @throws what `work` throws before its first chunk, so that it gets a status of its own
 */
export async function streamAnswer(
  ctx: Context,
  work: (sendChunk: (chunk: object) => void) => Promise<object>,
): Promise<void> {
  const body = new PassThrough();
  const write = (event: string, data: object) => {
    if (body.writableEnded || body.destroyed) return;
    if (body.writableLength > UNREAD_LIMIT_BYTES) body.destroy();
    else body.write(eventText({ event, data }));
  };
  let hasBegun = false;
  await new Promise<void>((resolve, reject) => {
    const begin = () => {
      hasBegun = true;
      resolve();
    };
    work((chunk) => {
      write('piece', chunk);
      begin();
    }).then(
      (answer) => {
        write('done', answer);
        body.end();
        begin();
      },
      (error: unknown) => {
        if (!hasBegun) return reject(error);
        write('failed', errorBody(error));
        body.end();
        // What we know the words for has been sent; and after the caller went away nobody is left to read it.
        if (!(error instanceof AppError)) ctx.app.emit('error', error, ctx);
      },
    );
  });
  answerEvents(ctx);
  ctx.body = body;
}
