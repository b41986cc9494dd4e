import { stopWriting, type Endpoint } from '@pagecast/api/contract';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { output, ZodMiniType } from 'zod/mini';
import { byKey, callApi, openCall, type CallInput, type CallOutput, type Parts } from './api-client.ts';
import { ApiError } from './api-error.ts';

/** Each chunk names the line of the ledger to which its text belongs. */
type Streamed = Endpoint & { readonly chunk: ZodMiniType<{ generationId: number }> };

/**
 * Makes a call that is `streamed` and takes each chunk as it comes. A server that answers the whole at once sends none.
 * Whoever ends it by its signal does not want the text any more: the server writes on for who only lost the line, so it
 * is told.
 * @throws ApiError also when the answer fails or breaks off in the middle
 */
export function callInChunks<E extends Streamed>(
  endpoint: E,
  input: CallInput<E> & { signal?: AbortSignal },
  onChunk: (chunk: output<E['chunk']>) => void,
): Promise<CallOutput<E>> {
  const { signal } = input;
  const line = new AbortController();
  const begun = new Set<number>();
  const stop = () => {
    // Before it has a number, the line is kept to hear that.
    if (endpoint.idempotent === true && begun.size === 0) return;
    line.abort(signal?.reason);
    if (endpoint.idempotent === true)
      for (const id of begun) void callApi(stopWriting, { params: { id } }).catch(() => {});
  };
  const note = (chunk: output<E['chunk']>) => {
    begun.add(chunk.generationId);
    if (signal?.aborted) stop();
    else onChunk(chunk);
  };
  const call = (headers: Record<string, string>) =>
    untilStopped(signal, stop, inChunks(endpoint, { ...input, signal: line.signal }, headers, note));
  return byKey(endpoint, input as Parts, call, () => signal?.aborted === true);
}

/** The same call, which ends for its caller as soon as they stop it. */
async function untilStopped<Answer>(
  signal: AbortSignal | undefined,
  stop: () => void,
  made: Promise<Answer>,
): Promise<Answer> {
  if (signal === undefined) return made;
  let onAbort = () => {};
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => {
      stop();
      reject(signal.reason as Error);
    };
  });
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([made, stopped]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function inChunks<E extends Streamed>(
  endpoint: E,
  input: CallInput<E> & { signal?: AbortSignal },
  headers: Record<string, string>,
  onChunk: (chunk: output<E['chunk']>) => void,
): Promise<CallOutput<E>> {
  const accept = 'text/event-stream, application/json;q=0.5';
  const response = await openCall(endpoint, input as Parts, { accept, ...headers });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null)
    return (await response.json()) as CallOutput<E>;
  try {
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (let next = await events.read(); !next.done; next = await events.read()) {
      const { event, data } = next.value;
      if (event === 'piece') onChunk(JSON.parse(data) as output<E['chunk']>);
      if (event === 'done') return JSON.parse(data) as CallOutput<E>;
      if (event === 'failed') throw ApiError.inStream(response, data);
    }
  } catch (error) {
    if (input.signal?.aborted || error instanceof ApiError) throw error;
    throw ApiError.unreachable(error);
  }
  throw ApiError.unreachable(new Error('The answer broke off'));
}
