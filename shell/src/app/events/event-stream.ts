import { hear } from '../../kit/index.ts';
import { ownStream } from '../browser/limit-streams.ts';
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
  let source: EventSource | undefined;
  let lastId = after;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    stop();
    const opened = ownStream(() => new EventSource(addressAfter(lastId)));
    source = opened;
    opened.onopen = () => {
      retries.succeed();
      onConnection(true);
    };
    opened.onmessage = ({ data, lastEventId }) => {
      lastId = lastEventId;
      const change = readChange(data);
      if (change !== null) onChange(change.families, lastId);
    };
    // Only a server that sends these can be missed.
    opened.addEventListener(ALIVE_EVENT, (event: MessageEvent<string>) => {
      lastId = event.lastEventId;
      awaitSound();
    });
    opened.onerror = () => {
      onConnection(false);
      if (opened.readyState === EventSource.CLOSED && onRefusal()) {
        clearTimeout(silence);
        retries.plan();
      }
    };
  };
  const retries = everSlower(connect);
  const stop = () => {
    retries.stop();
    clearTimeout(silence);
    source?.close();
  };
  const awaitSound = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      onConnection(false);
      connect();
    }, SILENCE_MS);
  };
  window.addEventListener('online', retries.hurry);
  // What was open was the stream of a session that ended.
  const stopHearing = hear('back', () => {
    retries.succeed();
    connect();
  });
  connect();
  return {
    lastId: () => lastId,
    close() {
      window.removeEventListener('online', retries.hurry);
      stopHearing();
      stop();
    },
  };
}

/** @param id of the last change that was heard; empty when there is none */
function addressAfter(id: string): string {
  return id === '' ? EVENTS_PATH : `${EVENTS_PATH}?${new URLSearchParams({ [EVENTS_AFTER]: id }).toString()}`;
}

/** Tries again after a wait, spread out: after a restart of the server everybody comes back. */
function everSlower(attempt: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  return {
    plan(): void {
      const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      timer = setTimeout(attempt, longest * (0.5 + Math.random() / 2));
      failures += 1;
    },
    /** Ends the wait, if there is one. */
    hurry(): void {
      if (timer !== undefined) attempt();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
    succeed(): void {
      failures = 0;
    },
  };
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
