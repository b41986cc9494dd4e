import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

const WATCHED_MS = 1000;
/** At rest, and without what nobody holds any more, pages keep within a fiftieth of this. */
const MOST_GROWTH_BYTES = 512 * 1024;

/**
 * Watches the memory of a page at rest, after what can be let go was let go. Browsers tell pages nothing of it that
 * could be used: without isolation from other origins it is rounded and twenty minutes old.
 * @throws Error when it grows all the same
 */
export async function assertKeepsMemory(devtools: CDPSession): Promise<void> {
  const before = await heldBytes(devtools);
  await sleep(WATCHED_MS);
  const grown = (await heldBytes(devtools)) - before;
  if (grown <= MOST_GROWTH_BYTES) return;
  throw new Error(`its memory grows by ${(grown / 1024 / 1024).toFixed(1)} MB a second while nothing happens`);
}

async function heldBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
