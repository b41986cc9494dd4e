import type Koa from 'koa';
import type { Context } from 'koa';
import type { Endpoint } from '../contract/endpoint.ts';
import { abortReleasedArea } from '../contract/release-shares.ts';
import { moveReleasedArea, readReleasedArea, type ReleaseRight } from '../contract/releases.ts';

/** Who releases an area with a token, from elsewhere. */
export interface ReleaseHolder {
  readonly id: number;
  readonly name: string;
  readonly area: string;
  readonly rights: readonly ReleaseRight[];
  /** A command on the server made the token for itself. */
  readonly isOfCommand: boolean;
}

/** A call with a token. */
interface HolderCall {
  readonly address: string;
  /** It moves an area, or looks at it before. */
  readonly isMove: boolean;
}

/** @throws UnauthorizedError for no token, or one that is worth nothing, with where to get one */
export type FindHolder = (token: string | null, call: HolderCall) => Promise<ReleaseHolder>;

/** What a way back needs. */
const MOVES: ReadonlySet<Endpoint> = new Set<Endpoint>([readReleasedArea, moveReleasedArea, abortReleasedArea]);

const FIND = 'findReleaseHolder';

/** Lends the tokens to the calls that take them. */
export function lendReleaseTokens(server: Koa, find: FindHolder): void {
  server.context[FIND] = find;
}

/** @throws UnauthorizedError */
export function releaseHolderOf(endpoint: Endpoint, ctx: Context): Promise<ReleaseHolder> {
  const token = /^Bearer (\S{1,100})$/i.exec(ctx.get('authorization'))?.[1] ?? null;
  return (ctx[FIND] as FindHolder)(token, {
    address: ctx.state['ip'] as string,
    isMove: MOVES.has(endpoint),
  });
}

/** They come from no page at all: browsers say where a call comes from. */
export function isReleaseCall(ctx: Context): boolean {
  return ctx.path.startsWith('/api/releases/') && ctx.get('origin') === '' && ctx.get('sec-fetch-site') === '';
}
