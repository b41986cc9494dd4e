import type { Logger } from 'pino';
import { databaseListener, type Subscription } from '../../db/listener.ts';
import { dueTimer, type DueTimerDeps } from './due-timer.ts';

interface Deps extends DueTimerDeps {
  readonly databaseUrl: string;
  readonly name: string;
  /** What else is heard on the same line. */
  readonly channels: Readonly<Record<string, Subscription>>;
  readonly log: Logger;
}

/**
 * Calls `wake` when a post falls due: a timer for the next one that is known, and a listener for those that any process
 * puts on the schedule. Misses nothing for long: the regular tick is behind it.
 * @param name of the connection, by which the database sees this process alive
 */
export function wakeUp({ databaseUrl, name, channels, log, ...due }: Deps) {
  const timer = dueTimer(due);
  const listener = databaseListener({
    databaseUrl,
    name,
    log,
    channels: {
      ...channels,
      posts_due: {
        notified: (at) => timer.wakeAt(Number(at) * 1000),
        listening: () => due.wake([]),
      },
    },
  });

  return {
    start: listener.start,
    isConnected: listener.isListening,
    arm: timer.arm,
    async stop(): Promise<void> {
      timer.stop();
      await listener.stop();
    },
  };
}
