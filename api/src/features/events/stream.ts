import { PassThrough } from 'node:stream';
import { randomInt } from 'node:crypto';
import { ALIVE_EVENT, LIVE_FAMILIES, type LiveFamily } from '../../contract/status.ts';
import { eventText } from '../../http/server-sent-events.ts';

/** Changes that come close together go out together. */
const GATHER_MS = 150;
/** When much changes, a screen is notified at most this often: each time it reads its lists again. */
const AT_MOST_EVERY_MS = 500;
/**
 * Lost lines come back at different moments, so that a restart does not bring everybody at once; and soon enough to be
 * live again within 5 s of a host that died.
 */
const RETRY_MS = { from: 500, to: 2000 };
/** A reader that takes nothing any more is given up. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

/**
 * One open screen: notices to it go out in bundles.
 * @param lastId names the moment up to which all notices went out
 */
export function eventStream(lastId: () => string) {
  const body = new PassThrough();
  const pending = new Set<LiveFamily>();
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
    if (pending.size === 0) return;
    const families = LIVE_FAMILIES.filter((family) => pending.has(family));
    pending.clear();
    lastSentAt = performance.now();
    write(eventText({ id: lastId(), data: { families } }));
  }

  /** @param knownId up to where the reader knows, when that is not all that went out here */
  function alive(knownId?: string): void {
    // What is pending did not go out yet: its id comes with it.
    write(eventText({ id: pending.size === 0 ? lastId() : knownId, event: ALIVE_EVENT, data: {} }));
  }

  body.once('close', () => clearTimeout(timer));
  write(`retry: ${randomInt(RETRY_MS.from, RETRY_MS.to)}\n`);

  return {
    body,
    alive,
    notify(families: readonly LiveFamily[]): void {
      if (body.writableEnded || body.destroyed) return;
      for (const family of families) pending.add(family);
      if (pending.size > 0)
        timer ??= setTimeout(send, Math.max(GATHER_MS, lastSentAt + AT_MOST_EVERY_MS - performance.now()));
    },
    /** Sends what is pending and ends. @param retryMs how long a reader stays away that comes back by itself */
    end(retryMs?: number): void {
      send();
      if (retryMs !== undefined) write(`retry: ${retryMs}\n\n`);
      body.end();
    },
  };
}
export type EventStream = ReturnType<typeof eventStream>;
