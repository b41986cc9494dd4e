import type { Context, Middleware } from 'koa';
import { InvalidInputError } from './errors.ts';

const IS_UNREADABLE = 'isAddressUnreadable';

/**
 * Refuses an address that cannot be read, and one with the one character that no database and no file system can hold,
 * wherever in it that stands.
 */
export const plainAddress: Middleware = (ctx, next) => {
  if (ctx.state[IS_UNREADABLE] === true)
    throw InvalidInputError.of([{ path: '', message: 'The address cannot be read' }]);
  if (ctx.url.includes('%00'))
    throw InvalidInputError.of([{ path: '', message: 'The address must not contain the character NUL (%00)' }]);
  return next();
};

/**
 * Gives an address without a path, as `http://` is one, the path that stands for none: all that follows reads it, the
 * log and the metrics too.
 */
export const withPath: Middleware = (ctx, next) => {
  if (pathOf(ctx) === null) ctx.url = '/';
  return next();
};

/** null: there is none, or a host is named before it that is none. */
function pathOf(ctx: Context): string | null {
  try {
    return ctx.path;
  } catch {
    ctx.state[IS_UNREADABLE] = true;
    return null;
  }
}
