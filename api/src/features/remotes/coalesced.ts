import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks once for all who want to know at the same time, and not more often than every `everyMs`: however many ask, each
 * gets an answer that was asked for after they did.
 */
export function coalesced<Result>(ask: () => Promise<Result>, everyMs: number): () => Promise<Result> {
  let waiting: Promise<Result> | null = null;
  let free: Promise<unknown> = Promise.resolve();

  async function askWhenFree(): Promise<Result> {
    await free;
    waiting = null;
    const asked = ask();
    free = Promise.allSettled([asked, sleep(everyMs, undefined, { ref: false })]);
    return asked;
  }

  return () => (waiting ??= askWhenFree());
}
