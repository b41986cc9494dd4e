import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { Context } from 'koa';

/**
 * The query of an address; a key that is there several times has a list. Read without the framework, which takes
 * seconds for a key that is there some thousand times.
 */
export function queryOf(ctx: Context): ParsedUrlQuery {
  return parse(ctx.querystring);
}
