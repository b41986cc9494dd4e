import type Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod';
import { IDEMPOTENCY_HEADER, type Endpoint } from '../contract/endpoint.ts';
import { actionOf, recordIfForAnother, refuseWhileImpersonating } from './impersonation.ts';
import { readAgain } from '../db/read-again.ts';
import { bearerSessionOf, checkToken } from './bearers.ts';
import { checkTokenInput } from './token-input.ts';
import { compiled } from './compiled.ts';
import { setCookie } from './cookies.ts';
import { ForbiddenError, InvalidInputError, UnauthorizedError, type Issue } from './errors.ts';
import { readIdempotencyKey, type IdempotencyKey } from './idempotency-key.ts';
import { queryOf } from './query.ts';
import { inTurn } from './heavy-calls.ts';
import { fileIn, type SentFile } from './incoming-file.ts';
import { withMedia, type ReceivedFile } from './media-intake.ts';
import { releaseHolderOf, type ReleaseHolder } from './release-holder.ts';
import { SESSION_STATE, type Session } from './session.ts';
import { browserTimeZoneOf, timeZoneOf } from './time-zone.ts';
import { NO_BODY, readJson, type JsonBody } from './read-json.ts';
import { streamAnswer, wantsEvents } from './stream-answer.ts';

// Importing the whole of zod above gives the contract's schemas, written with its small edition, their English
// messages.
z.config({
  ...z.locales.en(),
  customError: (issue) =>
    issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_union')
      ? 'Is required'
      : undefined,
});

/** What a handler may know of the request beside its input. */
export interface RequestFacts {
  readonly ip: string;
  readonly requestId: string;
  /** Where the caller's days begin: the zone they chose, else their browser's, else that of their last login. */
  readonly timeZone: string;
  readonly browserTimeZone: string | null;
  /** What is to be done once, of calls that are `idempotent` and name it. */
  readonly idempotencyKey: IdempotencyKey | null;
  /**
   * The file that came in the body of a call that `carriesMedia`; it is gone after the call unless somebody keeps it.
   */
  readonly received: ReceivedFile | null;
  /** The body of a call that `takesFile`, as it comes. */
  file(): Promise<SentFile>;
  /** Ends when the caller has gone away. Few calls ask for it. */
  signal(): AbortSignal;
  readonly cookies: {
    set(name: string, value: string | null, options: { maxAgeMs?: number }): void;
    get(name: string): string | undefined;
  };
}

type SessionOf<E extends Endpoint> = E['access'] extends 'user' | 'admin' ? Session : Session | null;
type HolderOf<E extends Endpoint> = E['access'] extends 'release-token' ? ReleaseHolder : null;

/** Of calls that are `streamed`: sends a chunk; null when the caller wants the whole at once. */
type SendChunk<E extends Endpoint> = E extends { readonly chunk: infer Chunk extends z.core.$ZodType }
  ? ((chunk: z.input<Chunk>) => void) | null
  : null;

interface Input<E extends Endpoint> {
  readonly params: z.output<E['params']>;
  readonly query: z.output<E['query']>;
  readonly body: z.output<E['body']>;
  readonly session: SessionOf<E>;
  /** Of calls with a release token: what the token lets its holder do. */
  readonly holder: HolderOf<E>;
  readonly request: RequestFacts;
  readonly sendChunk: SendChunk<E>;
}

/** What a call is asked with, as it came: the contract has not looked at it yet. */
interface Asked {
  readonly params: unknown;
  readonly query: unknown;
  readonly given: JsonBody;
  readonly received: ReceivedFile | null;
  /** The header; empty without one. */
  readonly idempotencyKey: string;
}

type AnswerCall = (sendChunk: ((chunk: object) => void) | null) => Promise<object>;
/** A call behind its access: reads what was asked, and gives the work that is left. */
type PrepareCall = (ctx: Context, holder: ReleaseHolder | null, asked: Asked) => Promise<AnswerCall>;

/** What is served, so that composition can prove that every call of the contract is served exactly once. */
const served = new WeakMap<Router, ReadonlyMap<Endpoint, PrepareCall>>();
export function servedBy(router: Router): ReadonlyMap<Endpoint, PrepareCall> {
  return served.get(router) ?? new Map<Endpoint, PrepareCall>();
}

/**
 * Serves one call of the contract: access first, then every issue of params, query and body at once, then the handler,
 * whose answer goes through `response`, so that a column nobody meant to show cannot leave.
 */
export function handle<const E extends Endpoint>(
  router: Router,
  endpoint: E,
  handler: (input: Input<E>) => Promise<z.input<E['response']>>,
): void {
  const prepare = prepareWith(endpoint, handler);
  served.set(router, new Map(servedBy(router)).set(endpoint, prepare));
  router.register(endpoint.path, [endpoint.method.toLowerCase()], async (ctx: Context) => {
    checkAccess(endpoint, sessionOf(endpoint, ctx));
    const holder = endpoint.access === 'release-token' ? await releaseHolderOf(endpoint, ctx) : null;
    if (endpoint.carriesMedia === true) await withMedia(ctx, endpoint.method, serve);
    else await serve(endpoint.takesFile === true ? NO_BODY : await readJson(ctx, endpoint.method), null);

    async function serve(given: JsonBody, received: ReceivedFile | null): Promise<void> {
      const asked = { params: ctx.params as unknown, query: { ...queryOf(ctx) }, given, received };
      const answer = await prepare(ctx, holder, { ...asked, idempotencyKey: ctx.get(IDEMPOTENCY_HEADER) });
      if (endpoint.chunk !== undefined && wantsEvents(ctx)) {
        const { chunk } = endpoint;
        return streamAnswer(ctx, (sendChunk) => answer((part) => sendChunk(z.parse(chunk, part) as object)));
      }
      const body = await answer(null);
      ctx.status = endpoint.success ?? 200;
      ctx.set('cache-control', 'no-store');
      ctx.set('content-type', 'application/json; charset=utf-8');
      // Written once, here: left to the library it is written to be measured, and again to be sent.
      ctx.body = JSON.stringify(body);
    }
  });
}

function prepareWith<const E extends Endpoint>(
  endpoint: E,
  handler: (input: Input<E>) => Promise<z.input<E['response']>>,
): PrepareCall {
  const answerShape = compiled(endpoint.response);
  return async (ctx, holder, { params, query, given, received, idempotencyKey: header }) => {
    const session = sessionOf(endpoint, ctx);
    const input = parseInput(endpoint, params, query, given);
    if (session !== null) await checkTokenInput(ctx, endpoint, session, input);
    if (endpoint.method !== 'GET' && endpoint.asksOnly !== true)
      await recordIfForAnother(ctx, session, actionOf(endpoint));
    const idempotencyKey = readIdempotencyKey(endpoint, header, { ...input, media: received?.sha256 });
    const request = factsOf(ctx, session, idempotencyKey, received);
    const work = (sendChunk: ((chunk: object) => void) | null) => {
      const run = () =>
        handler({
          ...input,
          session: session as SessionOf<E>,
          holder: holder as HolderOf<E>,
          request,
          sendChunk: sendChunk as SendChunk<E>,
        });
      return endpoint.method === 'GET' && sendChunk === null ? readAgain(run) : run();
    };
    return async (sendChunk) =>
      z.parse(
        answerShape,
        await (endpoint.isHeavy === true && session !== null
          ? inTurn(ctx, session.userId, request.signal(), () => work(sendChunk))
          : work(sendChunk)),
      ) as object;
  };
}

/** What a call is asked with from within; what is left out is empty. */
export interface InnerInput<E extends Endpoint> {
  readonly params?: z.input<E['params']>;
  readonly query?: z.input<E['query']>;
  readonly body?: z.input<E['body']>;
  readonly idempotencyKey?: string;
}
export type CallInner = <const E extends Endpoint>(
  ctx: Context,
  endpoint: E,
  input?: InnerInput<E>,
) => Promise<z.output<E['response']>>;

/**
 * Makes calls of the contract within a request for something else, as its caller and with all that `handle` checks:
 * whoever may not make the call from outside may not make it from here.
 */
export function innerCalls(routers: readonly Router[]): CallInner {
  const calls = new Map(routers.flatMap((router) => [...servedBy(router)]));
  return async (ctx, endpoint, { params = {}, query = {}, body = {}, idempotencyKey = '' } = {}) => {
    const prepare = calls.get(endpoint);
    if (prepare === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not served`);
    checkAccess(endpoint, sessionOf(endpoint, ctx));
    const given: JsonBody = { value: body, issues: [] };
    const answer = await prepare(ctx, null, { params, query, given, received: null, idempotencyKey });
    return (await answer(null)) as z.output<(typeof endpoint)['response']>;
  };
}

/** Who is logged in has nothing to do with calls of releases. */
function sessionOf(endpoint: Endpoint, ctx: Context): Session | null {
  return endpoint.access === 'release-token'
    ? null
    : (bearerSessionOf(ctx) ?? (ctx.state[SESSION_STATE] as Session | null | undefined) ?? null);
}

function checkAccess(endpoint: Endpoint, session: Session | null): void {
  refuseWhileImpersonating(endpoint, session);
  if (session !== null) checkToken(endpoint, session);
  if (endpoint.access === 'public' || endpoint.access === 'release-token') return;
  if (session === null) throw new UnauthorizedError('Please log in.');
  if (endpoint.access === 'admin' && !session.isAdmin) throw new ForbiddenError('This is for administrators.');
}

/** @throws InvalidInputError with every issue of them */
export function parseInput<E extends Endpoint>(endpoint: E, params: unknown, query: unknown, given: JsonBody) {
  const issues: Issue[] = [];
  const read = <S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> | undefined => {
    const result = z.safeParse(schema, value);
    if (result.success) return result.data;
    issues.push(...result.error.issues.flatMap(readable));
    return undefined;
  };
  const input = {
    params: read(endpoint.params, params),
    query: read(endpoint.query, query),
    body: read(endpoint.body, given.value),
  };
  issues.push(...given.issues);
  if (issues.length > 0) throw InvalidInputError.of(issues);
  return input as Pick<Input<E>, 'params' | 'query' | 'body'>;
}

/** An unknown field is an issue of its own, at its own path. */
function readable(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'Unknown field' }));
}

function factsOf(
  ctx: Context,
  session: Session | null,
  idempotencyKey: IdempotencyKey | null,
  received: ReceivedFile | null,
): RequestFacts {
  return {
    ip: ctx.state['ip'] as string,
    requestId: ctx.state['requestId'] as string,
    timeZone: timeZoneOf(ctx, session),
    browserTimeZone: browserTimeZoneOf(ctx),
    idempotencyKey,
    received,
    signal: () => signalOf(ctx),
    file: () => fileIn(ctx),
    cookies: {
      get: (name) => ctx.cookies.get(name),
      set: (name, value, options) => setCookie(ctx, name, value, options),
    },
  };
}

/** One for each request, however many calls are made within it. */
const signals = new WeakMap<Context['res'], AbortSignal>();

/** Ends when the caller has gone away before the answer was through. */
function signalOf({ res }: Context): AbortSignal {
  const known = signals.get(res);
  if (known !== undefined) return known;
  const gone = new AbortController();
  signals.set(res, gone.signal);
  const end = () => {
    if (!res.writableFinished) gone.abort();
  };
  if (res.closed) end();
  else res.once('close', end);
  return gone.signal;
}
