import { IDEMPOTENCY_HEADER, TIME_ZONE_HEADER, UNATTENDED_HEADER, type Endpoint } from '@pagecast/api/contract';
import type { input, output, ZodMiniType } from 'zod/mini';
import { ApiError } from './api-error.ts';
import { announceFailure } from './call-signals.ts';
import { isUserActive } from './user-activity.ts';
import { callOnce } from './idempotency-keys.ts';
import { announce } from './session-signals.ts';
import { browserTimeZone } from './time-zone.ts';

/** `{}`: an empty object fits a part of a call only when the part requires nothing. */
type Nothing = NonNullable<unknown>;
type Part<Name extends string, Schema extends ZodMiniType> =
  Nothing extends input<Schema> ? { [Key in Name]?: input<Schema> | undefined } : { [Key in Name]: input<Schema> };

/** What a call takes: only the parts its endpoint declares, and those are required when they have required fields. */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>;
export type CallOutput<E extends Endpoint> = output<E['response']>;

/** Every part may be left out of the call when none is required. */
export type OptionalInput<E extends Endpoint, More = unknown> =
  Nothing extends CallInput<E> ? [input?: CallInput<E> & More] : [input: CallInput<E> & More];
export type MutationInput<E extends Endpoint> = Nothing extends CallInput<E> ? CallInput<E> | void : CallInput<E>;

/** A call as it is sent, whatever its endpoint. */
export interface Parts {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Makes one call of the contract, with the session's cookie. JSON goes out only when there is a body.
 * An `idempotent` call carries a key that stays the same until it was answered for certain: see `callOnce`.
 * @throws ApiError when the answer is not a success, or there is none
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  ...[given]: OptionalInput<E, { signal?: AbortSignal }>
): Promise<CallOutput<E>> {
  const parts = (given ?? {}) as Parts;
  return byKey(endpoint, parts, (headers) => request<E>(endpoint, parts, headers));
}

/**
 * Makes a call with the headers that it is given, which name its key where it takes one.
 * @param isStopped whether the person ended it, who wants it anew when they ask again
 */
export function byKey<Answer>(
  endpoint: Endpoint,
  parts: Parts,
  call: (headers: Record<string, string>) => Promise<Answer>,
  isStopped: () => boolean = () => false,
): Promise<Answer> {
  if (endpoint.idempotent !== true) return call({});
  const content = `${endpoint.method} ${addressOf(endpoint, parts)} ${JSON.stringify(parts.body)}`;
  return callOnce(
    content,
    (key) => call({ [IDEMPOTENCY_HEADER]: key }),
    (error) => !isStopped() && isOpen(error),
  );
}

/** What of our own refusals leaves open whether the call did its work. */
const OPEN_CODES = new Set(['internal', 'unavailable', 'idempotency_in_progress']);

/** No answer, a proxy's page in place of ours, or ours that does not say: the call may have done its work. */
function isOpen(error: unknown): boolean {
  const body = error instanceof ApiError ? error.body : null;
  return body === null || body.code === '' || OPEN_CODES.has(body.code);
}

async function request<E extends Endpoint>(
  endpoint: E,
  parts: Parts,
  headers: Record<string, string> = {},
): Promise<CallOutput<E>> {
  const answered = async (given: Parts) => {
    const response = await openCall(endpoint, given, headers);
    return (response.status === 204 ? undefined : await response.json()) as CallOutput<E>;
  };
  return endpoint.method === 'GET' ? within(READ_WITHIN_MS, endpoint, parts, answered) : answered(parts);
}

/**
 * A read that has no answer by then is given up, so that its screen can say so and offer another try. A write is waited
 * for: it may have done its work.
 */
export const READ_WITHIN_MS = 30_000;

/** @throws ApiError when the time is over */
async function within<Answer>(
  ms: number,
  endpoint: Endpoint,
  parts: Parts,
  run: (parts: Parts) => Promise<Answer>,
): Promise<Answer> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ms);
  const signals = parts.signal === undefined ? [limit.signal] : [limit.signal, parts.signal];
  try {
    return await run({ ...parts, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (limit.signal.aborted) throw failed(endpoint, ApiError.late(error));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Makes one call and leaves its answer to be read. @throws ApiError when it is not a success, or there is none */
export async function openCall(
  endpoint: Endpoint,
  parts: Parts,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await send(endpoint, parts, headers);
  // A public call is refused for reasons of its own, such as a login that is.
  if (response.status === 401 && endpoint.access !== 'public') announce('ended');
  if (!response.ok) throw failed(endpoint, await ApiError.fromResponse(response));
  return response;
}

/** Lets the shell know, whatever becomes of the error. */
function failed(endpoint: Endpoint, error: ApiError): ApiError {
  announceFailure(endpoint, error);
  return error;
}

/** The address of a call with its values filled in. */
export function addressOf(endpoint: Endpoint, { params, query }: Pick<Parts, 'params' | 'query'>): string {
  const values = new Map(Object.entries(params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values.get(key))));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}

async function send(endpoint: Endpoint, parts: Parts, more: Record<string, string>): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    [TIME_ZONE_HEADER]: browserTimeZone(),
    ...more,
  };
  if (endpoint.method === 'GET' && !isUserActive()) headers[UNATTENDED_HEADER] = 'true';
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(addressOf(endpoint, parts), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      body: parts.body === undefined ? null : JSON.stringify(parts.body),
      signal: parts.signal ?? null,
    });
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    throw failed(endpoint, ApiError.unreachable(error));
  }
}
