import { EventSourceParserStream } from 'eventsource-parser/stream';
import { beforeAll } from 'vitest';
import { setUpPerson, setUpSweptApi } from './scene.ts';
import type { Caller, TestProcess } from './test-api.ts';

interface Asked {
  readonly path: string;
  /** What became of it. */
  readonly effects: readonly string[];
  readonly json?: unknown;
}

/** What a server tells in chunks, each as it comes. */
export async function* eventsOf<Data>(response: Response): AsyncGenerator<{ event: string; data: Data }, undefined> {
  if (response.body === null) return undefined;
  for await (const { event = '', data } of response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream()))
    yield { event, data: JSON.parse(data) as Data };
  return undefined;
}

/** For a file of tests about texts of the AI: two processes, and somebody new for each test. */
export function writingScene(env: NodeJS.ProcessEnv) {
  const api = setUpSweptApi(env);
  const second = {} as TestProcess;
  beforeAll(async () => {
    Object.assign(second, await api.another());
  });
  return {
    api,
    second,
    ...setUpPerson(api),
    /** The ledger. */
    calls: () => api.stored.aiCalls.rows() as Promise<Record<string, unknown>[]>,
    /** What the AI was asked for. */
    asked: async () =>
      (await api.sandbox.control<Asked[]>('GET', '/journal')).filter(({ path }) => path.includes('chat/completions')),
  };
}

/** Begins to take what is told, up to where it hangs up. */
export async function stream<Data>(
  by: Caller,
  { path }: { readonly path: string },
  { body, headers, signal }: { body: object; headers?: Record<string, string>; signal?: AbortSignal },
) {
  const response = await by.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  return eventsOf<Data>(response);
}
