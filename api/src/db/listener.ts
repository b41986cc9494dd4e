import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { DATABASE_LIMITS, type DatabaseLimits } from './limits.ts';
import { DatabaseLine, lineSettings } from './line.ts';

const RECONNECT_MS = 1000;
/** Nothing is asked on this line, so that a dead one would look like one on which nothing happens. */
const SIGN_OF_LIFE_EVERY_MS = 2000;
/**
 * A line without a sign of life for so long is ended by the server. That of a host which lost its power or was cut off
 * would stand there for two hours, and with it what its process tells others. One that was stopped comes back.
 */
const GONE_AFTER_MS = 60_000;

/** What hears of one channel. */
export interface Subscription {
  notified(payload: string): void;
  /** The line stands, for the first time or anew: what was told before went unheard. */
  listening(line: DatabaseLine): void;
}

interface Deps {
  readonly databaseUrl: string;
  readonly name: string;
  readonly channels: Readonly<Record<string, Subscription>>;
  readonly log: Logger;
  readonly limits?: Partial<DatabaseLimits>;
  readonly signOfLifeEveryMs?: number;
  readonly goneAfterMs?: number;
}

/** One connection that hears what any process tells, and comes back by itself when it is lost. */
export function databaseListener({
  databaseUrl,
  name,
  channels,
  log,
  limits = {},
  signOfLifeEveryMs = SIGN_OF_LIFE_EVERY_MS,
  goneAfterMs = GONE_AFTER_MS,
}: Deps) {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let client: DatabaseLine | null = null;
  let isListening = false;

  async function listenOnce(): Promise<void> {
    const line = new DatabaseLine(lineSettings(databaseUrl, name, { ...DATABASE_LIMITS.listening, ...limits }));
    let alive: NodeJS.Timeout | undefined;
    const lost = lossOf(line);
    line.on('notification', ({ channel, payload = '' }) => channels[channel]?.notified(payload));
    try {
      await line.connect();
      await line.query(`set idle_session_timeout = ${goneAfterMs}`);
      for (const channel of Object.keys(channels)) await line.query(`listen ${pg.escapeIdentifier(channel)}`);
      client = line;
      if (stopping.signal.aborted) return;
      isListening = true;
      for (const subscription of Object.values(channels)) subscription.listening(line);
      alive = keptAlive(line, signOfLifeEveryMs);
      await lost;
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'database.listener-lost');
    } finally {
      clearInterval(alive);
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

function lossOf(line: DatabaseLine): Promise<void> {
  return new Promise((resolve) => {
    line.on('error', () => resolve());
    line.on('end', () => resolve());
  });
}

/** Without an answer the line is cut, which is how its loss is heard of. */
function keptAlive(line: DatabaseLine, everyMs: number): NodeJS.Timeout {
  return setInterval(() => {
    line.query('select 1').catch(() => {});
  }, everyMs);
}
