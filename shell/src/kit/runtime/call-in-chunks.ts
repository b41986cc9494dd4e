import type { Endpoint } from '@pagecast/api/contract';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { output, ZodMiniType } from 'zod/mini';
import { byKey, openCall, type CallInput, type CallOutput, type Parts } from './api-client.ts';
import { ApiError } from './api-error.ts';

type Streamed = Endpoint & { readonly chunk: ZodMiniType };

/**
 * Makes a call that is `streamed` and takes each chunk as it comes. A server that answers the whole at once sends none.
 * @throws ApiError also when the answer fails or breaks off in the middle
 */
export function callInChunks<E extends Streamed>(
  endpoint: E,
  input: CallInput<E> & { signal?: AbortSignal },
  onChunk: (chunk: output<E['chunk']>) => void,
): Promise<CallOutput<E>> {
  const isStopped = () => input.signal?.aborted === true;
  return byKey(endpoint, input as Parts, (headers) => inChunks(endpoint, input, headers, onChunk), isStopped);
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
