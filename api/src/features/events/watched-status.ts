import type { Logger } from 'pino';

/** What everybody's screen shows of this deployment, told when it differs. */
export function watchedStatus({
  deploymentStatus,
  log,
  changed,
}: {
  readonly log: Logger;
  /** A text that differs when what is shown does. */
  deploymentStatus(): Promise<string>;
  changed(): void;
}) {
  let lastStatus: string | null = null;

  async function watch(): Promise<void> {
    try {
      const status = await deploymentStatus();
      // What was shown before the first poll is not known here, so the first is a turn as well.
      if (status !== lastStatus) changed();
      lastStatus = status;
    } catch (error) {
      log.warn({ err: error }, 'events.status-not-read');
    }
  }

  return {
    watch,
    forget(): void {
      lastStatus = null;
    },
  };
}
