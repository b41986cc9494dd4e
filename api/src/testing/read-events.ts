import type { Caller } from './test-api.ts';

export interface ReadEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: { readonly families?: readonly string[] };
}

export interface EventReader {
  readonly response: Response;
  /** Every event so far, in order. */
  readonly events: readonly ReadEvent[];
  /** The families named so far, once each. */
  readonly families: () => readonly string[];
  readonly lastId: () => string | null;
  /** How long the server asks a reader to stay away that comes back by itself. */
  readonly retryMs: () => number;
  /** Forgets what was read until now. */
  clear(): void;
  /** Whether the server has ended it. */
  readonly hasEnded: () => boolean;
  /** Goes away, as a screen does that is closed. */
  close(): void;
}

/** Opens a stream of server-sent events, and reads on. */
export async function readEvents(
  caller: Caller,
  address: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const closing = new AbortController();
  const response = await caller.fetch(address, { headers, signal: closing.signal });
  const events: ReadEvent[] = [];
  let last: string | null = null;
  let retry = 0;
  let hasEnded = false;

  async function read(): Promise<void> {
    let text = '';
    for await (const chunk of (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(
      new TextDecoderStream(),
    )) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks)
        note(new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])));
    }
    hasEnded = true;
  }

  function note(fields: Map<string, string>): void {
    last = fields.get('id') ?? last;
    retry = Number(fields.get('retry') ?? retry);
    const data = fields.get('data');
    if (data !== undefined)
      events.push({
        id: fields.get('id') ?? null,
        event: fields.get('event') ?? 'message',
        data: JSON.parse(data) as ReadEvent['data'],
      });
  }

  void read().catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return {
    response,
    events,
    families: () => [...new Set(events.flatMap(({ data }) => data.families ?? []))],
    lastId: () => last,
    retryMs: () => retry,
    clear: () => {
      events.length = 0;
    },
    hasEnded: () => hasEnded,
    close: () => closing.abort(),
  };
}
