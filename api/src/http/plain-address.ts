import type { Middleware } from 'koa';
import { InvalidInputError } from './errors.ts';

/**
 * Refuses an address with the one character that no database and no file system can hold, wherever in it that stands.
 */
export const plainAddress: Middleware = (ctx, next) => {
  if (ctx.url.includes('%00'))
    throw InvalidInputError.of([{ path: '', message: 'The address must not contain the character NUL (%00)' }]);
  return next();
};

/**
 * Gives an address without a path, as `http://` is one, the path that stands for none: all that follows reads it, the
 * log and the metrics too.
 */
export const withPath: Middleware = (ctx, next) => {
  if ((ctx.path as string | null) === null) ctx.url = '/';
  return next();
};
