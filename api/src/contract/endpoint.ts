import * as z from 'zod/mini';
import type { TokenScope } from './token-scopes.ts';

/** Who may call: anybody, a logged-in user, an administrator, or whoever holds a token that releases an area. */
export type Access = 'public' | 'user' | 'admin' | 'release-token';

/** The families of cached reads. A write names the ones that it makes out of date, in any remote. */
export type Resource =
  | 'session'
  | 'pages'
  | 'posts'
  | 'dashboard'
  | 'notifications'
  | 'status'
  | 'settings'
  | 'automation'
  | 'generation'
  | 'configuration'
  | 'access'
  | 'audit'
  | 'login-activity'
  | 'invitations'
  | 'account'
  | 'remotes'
  | 'media'
  | 'oembed'
  | 'drafts'
  | 'webhooks';

type Schema = z.ZodMiniType;

/** One call: method, path and every shape that crosses the wire. `:name` in the path is a key of `params`. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  Who extends Access = Access,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly access: Who;
  /** What a token must allow for it; left out: it is for people at a screen, and for no token. */
  readonly scope?: TokenScope;
  /** A token of some pages may call it: it shows and changes what is on them, and nothing else. */
  readonly isByPage?: true;
  /** The cache family a read belongs to; of a write, the family it is about. */
  readonly resource: Resource;
  /** What a write makes out of date; a read touches nothing. */
  readonly touches: readonly Resource[];
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** The status of success; 200 when left out. */
  readonly success?: 201;
  /** Takes an `Idempotency-Key`: the same key again does nothing and answers what became of the first. */
  readonly idempotent?: true;
  /**
   * What it reads of the database grows with what a person has, or with what they look for: few of these run at once.
   */
  readonly isHeavy?: true;
  /**
   * Only asks, with a body because its question is too long for an address: nothing changes, and nothing is written
   * down of it.
   */
  readonly asksOnly?: true;
  /** What it tells while it works to who accepts `text/event-stream`; see `streamed`. */
  readonly chunk?: Schema;
  /** Its field `mediaData` may hold a file of up to 10 MB as a data URL; every other request ends at 1 MB. */
  readonly carriesMedia?: true;
  /** Its body is a file: as it is, or in a form. */
  readonly takesFile?: true;
}

/** What a caller sends as the body of a call, and reads in its answer. */
export type BodyOf<E extends Endpoint> = z.input<E['body']>;
export type AnswerOf<E extends Endpoint> = z.output<E['response']>;

/** Keeps the types of what it is given; the one way to declare a call. */
export function endpoint<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema,
  const A extends Access,
>(declared: Endpoint<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return declared;
}

/**
 * A call that answers server-sent events to who accepts `text/event-stream`, and plain JSON to everybody else:
 * any number of `piece`, one a chunk, then `done` with the response, or `failed` with the body of an error. What fails
 * before the first chunk answers as it always does, with a status.
 */
export function streamed<const E extends Endpoint, Chunk extends Schema>(
  declared: E,
  chunk: Chunk,
): E & { readonly chunk: Chunk } {
  return { ...declared, chunk };
}

/** No params, no query or no body. */
export const none = z.strictObject({});

/**
 * The header of calls that are `idempotent`: 1 to 255 visible ASCII characters, new for each thing that a person wants
 * done once.
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
