import type { Change } from '@pagecast/api/contract';
import { openEventStream, type StreamListener } from './event-stream.ts';

const NAME = 'pagecast.changes';

interface Message {
  families?: Change['families'];
  id?: string;
  isConnected?: boolean;
  isAsking?: true;
}

/**
 * One event stream for all tabs of this browser: it allows six connections to a server, and each stream holds one for
 * good.
 * The tab that has the lock listens and tells the others; when it goes, the next one takes over where it left off.
 */
export function shareAmongTabs(listener: StreamListener): () => void {
  const ending = new AbortController();
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : null;
  let stream: ReturnType<typeof openEventStream> | null = null;
  let isConnected: boolean | undefined;
  let lastId = '';

  const broadcast = (message: Message) => {
    take(message);
    channel?.postMessage(message);
  };
  const take = (message: Message) => {
    lastId = message.id ?? lastId;
    if (message.isConnected !== undefined) {
      isConnected = message.isConnected;
      listener.onConnection(isConnected);
    }
    if (message.families !== undefined) listener.onChange(message.families, lastId);
  };
  const open = () => {
    stream ??= openEventStream(
      {
        onChange: (families, id) => broadcast({ families, id }),
        onConnection: (next) => {
          if (next !== isConnected) broadcast({ isConnected: next });
        },
        onRefusal: () => listener.onRefusal(),
      },
      lastId,
    );
  };
  const close = () => {
    lastId = stream?.lastId() ?? lastId;
    stream?.close();
    stream = null;
  };

  if (channel !== null) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.isAsking === undefined) take(data);
      else if (stream !== null && isConnected !== undefined)
        channel.postMessage({ isConnected, id: stream.lastId() } satisfies Message);
    };
    channel.postMessage({ isAsking: true } satisfies Message);
  }
  const turn = { open, close, signal: ending.signal };
  const locks = channel === null ? undefined : (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) listenWhileSeen(turn);
  else listenInTurn(locks, turn);

  return () => {
    ending.abort();
    close();
    channel?.close();
  };
}

interface Turn {
  open: () => void;
  close: () => void;
  /** Ends the part of this tab in it. */
  signal: AbortSignal;
}

/** Whoever has the lock listens, until the tab goes. */
function listenInTurn(locks: LockManager, { open, close, signal }: Turn): void {
  const lead = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      open();
      signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  locks.request(NAME, { signal }, lead).catch(() => {
    /* Closed before its turn came. */
  });
}

/** Pages without TLS have no locks. There the tab in front listens, and one that comes to the front catches up. */
function listenWhileSeen({ open, close, signal }: Turn): void {
  const follow = () => (document.visibilityState === 'hidden' ? close() : open());
  document.addEventListener('visibilitychange', follow, { signal });
  follow();
}
