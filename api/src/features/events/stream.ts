import { PassThrough } from 'node:stream';
import { randomInt } from 'node:crypto';
import { ALIVE_EVENT, LIVE_FAMILIES, type LiveFamily } from '../../contract/status.ts';
import { eventText } from '../../http/server-sent-events.ts';

/** Changes that come close together go out together. */
const GATHER_MS = 150;
/** In a rush a screen is told at most this often: each time it reads its lists again. */
const AT_MOST_EVERY_MS = 500;
/** Lost lines come back at different moments, so that a restart does not bring everybody at once. */
const RETRY_MS = { from: 1000, to: 3000 };
/** A reader that takes nothing any more is given up. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

/**
 * One open screen: what it is told goes out in bundles.
 * @param lastId names the moment up to which everything has been told
 */
export function eventStream(lastId: () => string) {
  const body = new PassThrough();
  const waiting = new Set<LiveFamily>();
  let timer: NodeJS.Timeout | undefined;
  let lastSentAt = -Infinity;

  function write(text: string): void {
    if (body.writableEnded || body.destroyed) return;
    if (body.writableLength > UNREAD_LIMIT_BYTES) body.destroy();
    else body.write(text);
  }

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const families = LIVE_FAMILIES.filter((family) => waiting.has(family));
    waiting.clear();
    lastSentAt = performance.now();
    write(eventText({ id: lastId(), data: { families } }));
  }

  /** @param toldId up to where the reader knows, when that is not all that was told here */
  function alive(toldId?: string): void {
    // What still waits has not been told: its id comes with it.
    write(eventText({ id: waiting.size === 0 ? lastId() : toldId, event: ALIVE_EVENT, data: {} }));
  }

  body.once('close', () => clearTimeout(timer));
  write(`retry: ${randomInt(RETRY_MS.from, RETRY_MS.to)}\n`);

  return {
    body,
    alive,
    tell(families: readonly LiveFamily[]): void {
      if (body.writableEnded || body.destroyed) return;
      for (const family of families) waiting.add(family);
      if (waiting.size > 0)
        timer ??= setTimeout(send, Math.max(GATHER_MS, lastSentAt + AT_MOST_EVERY_MS - performance.now()));
    },
    /** Tells what waits and ends. @param retryMs how long a reader stays away that comes back by itself */
    end(retryMs?: number): void {
      send();
      if (retryMs !== undefined) write(`retry: ${retryMs}\n\n`);
      body.end();
    },
  };
}
export type EventStream = ReturnType<typeof eventStream>;
