import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const CHANNEL = 'posts_due';
const RECONNECT_MS = 1000;
/** A timer of node's holds no more; a tick comes long before anyway. */
const LONGEST_TIMER_MS = 2 ** 30;

/**
 * Calls `wake` when a post falls due: a timer for the next one that is known, and a listener for those that any process
 * puts on the schedule. Misses nothing for long: the regular tick is behind it.
 */
export function wakeUp({ databaseUrl, connectionName, wake, untilNext, log }: {
  databaseUrl: string; connectionName: string; wake(): void; untilNext(): Promise<number | null>; log: Logger;
}) {
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Infinity;
  let client: pg.Client | null = null;
  let isStopped = false;

  function wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (isStopped || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    // A timer may fire a hair early, and the database would not find the post due yet.
    timer = setTimeout(() => { timerAt = Infinity; wake(); }, Math.min(LONGEST_TIMER_MS, Math.max(0, ms) + 1));
  }

  async function listen(): Promise<void> {
    while (!isStopped) {
      const listener = new pg.Client({ connectionString: databaseUrl, keepAlive: true, application_name: connectionName });
      const lost = new Promise<void>((resolve) => {
        listener.on('error', () => resolve());
        listener.on('end', () => resolve());
      });
      listener.on('notification', ({ payload }) => wakeIn(Number(payload) * 1000 - Date.now()));
      try {
        await listener.connect();
        if (isStopped) return;
        await listener.query(`listen ${CHANNEL}`);
        client = listener;
        wake();
        await lost;
      } catch (error) {
        log.warn({ err: error }, 'publish.listener-lost');
      } finally {
        client = null;
        await listener.end().catch(() => {});
      }
      if (!isStopped) await sleep(RECONNECT_MS);
    }
  }

  return {
    start(): void {
      void listen();
    },
    /** Whether the database sees this process alive, by the name of its connection. */
    isConnected: () => client !== null,
    /** Sets the timer to the next post that is known to the database. */
    async arm(): Promise<void> {
      const ms = await untilNext();
      if (ms !== null) wakeIn(ms);
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
