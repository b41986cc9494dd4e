import type { Logger } from 'pino';
import { clockFrom, type Clock } from '../../db/clock.ts';
import { databaseListener, type Subscription } from '../../db/listener.ts';

/** A timer of node's holds no more; a tick comes long before anyway. */
const LONGEST_TIMER_MS = 2 ** 30;

interface Deps {
  databaseUrl: string;
  readonly name: string;
  wake(): void;
  untilNext(): Promise<{ now: Date; ms: number | null }>;
  /** What else is heard on the same line. */
  readonly channels: Readonly<Record<string, Subscription>>;
  readonly log: Logger;
}

/**
 * Calls `wake` when a post falls due: a timer for the next one that is known, and a listener for those that any process
 * puts on the schedule. Misses nothing for long: the regular tick is behind it.
 * @param name of the connection, by which the database sees this process alive
 */
export function wakeUp({ databaseUrl, name, wake, untilNext, channels, log }: Deps) {
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Infinity;
  let isStopped = false;

  /** Null until the database was first asked. */
  let now: Clock | null = null;
  const listener = databaseListener({
    databaseUrl,
    name,
    log,
    channels: {
      ...channels,
      posts_due: {
        notified: (at) => {
          if (now === null) wake();
          else wakeIn(Number(at) * 1000 - now().getTime());
        },
        listening: wake,
      },
    },
  });

  function wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (isStopped || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    // A timer may fire a hair early, and the database would not find the post due yet.
    timer = setTimeout(
      () => {
        timerAt = Infinity;
        wake();
      },
      Math.min(LONGEST_TIMER_MS, Math.max(0, ms) + 1),
    );
  }

  return {
    start: listener.start,
    isConnected: listener.isListening,
    /** Sets the timer to the next post that is known to the database. */
    async arm(): Promise<void> {
      const asked = performance.now();
      const next = await untilNext();
      now = clockFrom(next.now, asked);
      if (next.ms !== null) wakeIn(next.ms);
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await listener.stop();
    },
  };
}
