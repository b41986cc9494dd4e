import type { Middleware } from 'koa';
import { HttpError } from 'koa';
import type { Logger } from 'pino';
import type { ErrorBody } from '../contract/common.ts';
import { isDatabaseAway, isDatabaseFull, isDeadlock } from '../db/database-errors.ts';
import { AppError, DatabaseAwayError, DatabaseFullError } from './errors.ts';

/** Turns everything thrown into an answer. What it does not know is logged whole and answered blandly. */
export function errorMiddleware(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = explained(thrown);
      if (error instanceof AppError) {
        if (error.retryAfterSeconds !== undefined) ctx.set('retry-after', String(error.retryAfterSeconds));
        if (error.status >= 500) log.warn({ err: error, requestId: ctx.state['requestId'] }, 'request.failed');
        answer(error.status, errorBody(error));
      } else if (error instanceof HttpError && error.expose) {
        answer(error.status, { message: error.message, error: error.message, code: 'http' });
      } else {
        log.error({ err: error, requestId: ctx.state['requestId'] }, 'request.crashed');
        answer(500, errorBody(error));
      }
    }

    function answer(status: number, body: object): void {
      ctx.status = status;
      ctx.body = body;
      // Also a file that is not there may come yet.
      ctx.set('cache-control', 'no-store');
    }
  };
}

/** Whatever a call was about to do: without the database there is one thing to say. So is what it undid itself. */
function explained(error: unknown): unknown {
  if (isDatabaseFull(error)) return new DatabaseFullError({ cause: error });
  return isDatabaseAway(error) || isDeadlock(error) ? new DatabaseAwayError({ cause: error }) : error;
}

const CRASHED =
  'Something went wrong on our side. Try again. If it keeps happening, contact support with the request ID.';

/**
 * What a caller may know of an error. Some callers look for its sentence under `error`. Source: spec sections 7 and 8.
 */
export function errorBody(thrown: unknown): ErrorBody {
  const error = explained(thrown);
  if (!(error instanceof AppError)) return { message: CRASHED, error: CRASHED, code: 'internal' };
  return { message: error.message, error: error.message, code: error.code, ...error.expose };
}
