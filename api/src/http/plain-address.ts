import type { Middleware } from 'koa';
import { InvalidInputError } from './errors.ts';

/** Refuses an address with the one character that no database and no file system can hold, wherever in it that stands. */
export const plainAddress: Middleware = (ctx, next) => {
  if (ctx.url.includes('%00')) throw InvalidInputError.of([{ path: '', message: 'The address must not contain the character NUL (%00)' }]);
  return next();
};
