import type { Endpoint } from '@pagecast/api/contract';
import { callApi, type CallInput, type CallOutput, type Parts } from './api-client.ts';
import { statusOf } from './api-error.ts';

/** Whether an API of an earlier day, or one that was rolled back to it, refused a call for a field that came later. */
export function isUnknownField(error: unknown, field: string): boolean {
  return statusOf(error) === 400 && error instanceof Error && error.message.includes(field);
}

/**
 * Makes a call with a field that came later, in its query or body. An API that does not know it is asked without it.
 * @throws ApiError when the answer is not a success, or there is none
 */
export async function callWithLater<E extends Endpoint>(
  endpoint: E,
  field: string,
  input: CallInput<E> & { signal?: AbortSignal },
): Promise<CallOutput<E>> {
  const { query, body, ...parts } = input as Parts;
  const call = callApi as (given: Endpoint, parts: Parts) => Promise<CallOutput<E>>;
  try {
    return await call(endpoint, { ...parts, query, body });
  } catch (error) {
    if (!isUnknownField(error, field)) throw error;
    return call(endpoint, { ...parts, query: without(query, field), body: without(body, field) });
  }
}

const without = <Part>(part: Part, field: string): Part =>
  typeof part === 'object' && part !== null
    ? (Object.fromEntries(Object.entries(part).filter(([name]) => name !== field)) as Part)
    : part;
