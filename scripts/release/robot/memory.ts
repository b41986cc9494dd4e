import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

const WATCHED_MS = 1000;
/** At rest, and without what nobody holds any more, pages keep within a fiftieth of this. */
const MOST_GROWTH_BYTES = 512 * 1024;
/** What came late, such as code for the next click, comes once: a leak grows each time. */
const LOOKS = 5;

/**
 * Watches the memory of a page at rest, after what can be let go was let go. Browsers tell pages nothing of it that
 * could be used: without isolation from other origins it is rounded and twenty minutes old.
 * @throws Error when it grows all the same, again and again
 */
export async function assertKeepsMemory(devtools: CDPSession): Promise<void> {
  let held = await heldBytes(devtools);
  let grown = 0;
  for (let look = 0; look < LOOKS; look += 1) {
    await sleep(WATCHED_MS);
    const before = held;
    held = await heldBytes(devtools);
    grown = held - before;
    if (grown <= MOST_GROWTH_BYTES) return;
  }
  throw new Error(`its memory grows by ${(grown / 1024 / 1024).toFixed(1)} MB a second while nothing happens`);
}

async function heldBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
