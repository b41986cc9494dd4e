import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const RECONNECT_MS = 1000;
const CONNECT_WITHIN_MS = 10_000;
/** A line that died without a word is noticed after this and ten probes a second apart. */
const PROBE_AFTER_MS = 10_000;

/** What hears of one channel. */
export interface Subscription {
  notified(payload: string): void;
  /** The line stands, for the first time or anew: what was told before went unheard. */
  listening(): void;
}

/** One connection that hears what any process tells, and comes back by itself when it is lost. */
export function databaseListener({ databaseUrl, name, channels, log }: {
  databaseUrl: string; name: string; channels: Readonly<Record<string, Subscription>>; log: Logger;
}) {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let client: pg.Client | null = null;
  let isListening = false;

  async function listenOnce(): Promise<void> {
    const line = new pg.Client({
      connectionString: databaseUrl, application_name: name, connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true, keepAliveInitialDelayMillis: PROBE_AFTER_MS,
    });
    const lost = new Promise<void>((resolve) => {
      line.on('error', () => resolve());
      line.on('end', () => resolve());
    });
    line.on('notification', ({ channel, payload = '' }) => channels[channel]?.notified(payload));
    try {
      await line.connect();
      for (const channel of Object.keys(channels)) await line.query(`listen ${pg.escapeIdentifier(channel)}`);
      client = line;
      if (stopping.signal.aborted) return;
      isListening = true;
      for (const subscription of Object.values(channels)) subscription.listening();
      await lost;
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'database.listener-lost');
    } finally {
      isListening = false;
      client = null;
      await line.end().catch(() => {});
    }
  }

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce();
      // Cut short by a stop, which is no failure.
      await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    /** Begins to listen; does nothing when it does already. */
    start(): void {
      if (!stopping.signal.aborted) running ??= listen();
    },
    isListening: () => isListening,
    async stop(): Promise<void> {
      stopping.abort();
      await client?.end().catch(() => {});
      await running;
    },
  };
}
export type DatabaseListener = ReturnType<typeof databaseListener>;
