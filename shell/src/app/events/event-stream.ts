import { ALIVE_EVENT, EVENTS_AFTER, EVENTS_PATH, type Change } from '@pagecast/api/contract';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/**
 * The server makes itself heard several times in this span. A connection that a sleep or a network change cut shows no
 * error, only silence.
 */
const SILENCE_MS = 60_000;

export interface StreamListener {
  /** `id` is where a stream goes on after this change. */
  onChange(families: Change['families'], id: string): void;
  onConnection(isConnected: boolean): void;
  /**
   * The server, or something before it, answered and gave no stream. False ends the stream, true lets it try again
   * later.
   */
  onRefusal(): boolean;
}

/**
 * Listens to the server's changes until closed. The browser repairs a cut connection; what it gives up is tried anew,
 * ever more slowly.
 * @param after the id of the last change that was heard; empty when there is none
 */
export function openEventStream(
  { onChange, onConnection, onRefusal }: StreamListener,
  after = '',
): { close: () => void; lastId: () => string } {
  let source: EventSource;
  let lastId = after;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    clearTimeout(retry);
    retry = undefined;
    source = new EventSource(addressAfter(lastId));
    source.onopen = () => {
      failures = 0;
      onConnection(true);
    };
    source.onmessage = ({ data, lastEventId }) => {
      lastId = lastEventId;
      const change = readChange(data);
      if (change !== null) onChange(change.families, lastId);
    };
    // Only a server that sends these can be missed.
    source.addEventListener(ALIVE_EVENT, (event: MessageEvent<string>) => {
      lastId = event.lastEventId;
      awaitSound();
    });
    source.onerror = () => {
      onConnection(false);
      if (source.readyState === EventSource.CLOSED && onRefusal()) retryLater();
    };
  };
  const awaitSound = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      source.close();
      onConnection(false);
      connect();
    }, SILENCE_MS);
  };
  const retryLater = () => {
    clearTimeout(silence);
    retry = setTimeout(connect, waitAfter(failures));
    failures += 1;
  };
  const retryNow = () => {
    if (retry !== undefined) connect();
  };

  window.addEventListener('online', retryNow);
  connect();
  return {
    lastId: () => lastId,
    close() {
      window.removeEventListener('online', retryNow);
      clearTimeout(retry);
      clearTimeout(silence);
      source.close();
    },
  };
}

/** @param id of the last change that was heard; empty when there is none */
function addressAfter(id: string): string {
  return id === '' ? EVENTS_PATH : `${EVENTS_PATH}?${new URLSearchParams({ [EVENTS_AFTER]: id }).toString()}`;
}

/** Milliseconds, spread out: after a restart of the server everybody comes back. */
function waitAfter(failures: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

/** Null for what this build cannot read. A family that it does not know yet matches nothing in its cache. */
function readChange(data: unknown): Change | null {
  try {
    const given = JSON.parse(String(data)) as { families?: unknown };
    return Array.isArray(given.families) ? { families: given.families as Change['families'] } : null;
  } catch {
    return null;
  }
}
