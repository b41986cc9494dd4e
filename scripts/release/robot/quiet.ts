import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

const WINDOW_MS = 200;
/** Of a window; a screen that is drawn does next to nothing. */
const BUSY_SHARE = 0.6;

/**
 * Waits until the page has a moment in which it does little. However busy the machine is, one that has drawn its screen
 * comes to it; one that renders without end does not.
 * @throws Error when it has not within `patienceMs`
 */
export async function untilQuiet(devtools: CDPSession, patienceMs: number): Promise<void> {
  await devtools.send('Performance.enable');
  const until = performance.now() + patienceMs;
  for (let before = await busyMs(devtools); performance.now() < until;) {
    await sleep(WINDOW_MS);
    const now = await busyMs(devtools);
    if (now - before < WINDOW_MS * BUSY_SHARE) return;
    before = now;
  }
  throw new Error('it never comes to rest: it renders or computes without end');
}

/** How long the page's thread has worked so far. */
async function busyMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
