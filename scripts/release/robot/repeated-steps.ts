import type { CDPSession } from 'playwright-core';
import { StepError } from './steps.ts';

/** What a page may hold more of after the same steps: caches that fill, code that the browser makes fast. */
const MOST_GROWTH = { bytes: 512 * 1024, nodes: 60, listeners: 12 };
/**
 * What comes with a first use comes once, and what is shown for some seconds goes: a leak grows each time. A page that
 * is harmless is looked at once or twice; one that leaks is looked at so often on a busy machine, too.
 */
const LOOKS = 4;

type Held = Record<keyof typeof MOST_GROWTH, number>;

/**
 * Has the same steps taken again and again, and looks each time at what the page still holds once it has left the
 * screens that they were in.
 * @param takeSteps takes them, and leaves. What cannot be done a second time is no leak
 * @throws StepError when something grows with each time
 */
export async function assertLetsGo(devtools: CDPSession, takeSteps: () => Promise<void>): Promise<void> {
  const again = () => takeSteps().then(() => true, isRefusedStep);
  // With the first time comes what later ones need too.
  if (!(await again())) return;
  let held = await heldBy(devtools);
  let growing = Object.keys(MOST_GROWTH) as (keyof Held)[];
  let grown: Held = { bytes: 0, nodes: 0, listeners: 0 };
  for (let look = 0; look < LOOKS; look += 1) {
    if (!(await again())) return;
    const before = held;
    held = await heldBy(devtools);
    grown = {
      bytes: held.bytes - before.bytes,
      nodes: held.nodes - before.nodes,
      listeners: held.listeners - before.listeners,
    };
    growing = growing.filter((what) => grown[what] > MOST_GROWTH[what]);
    if (growing.length === 0) return;
  }
  const more = growing.map((what) => WORDS[what](grown[what])).join(', ');
  throw new StepError(`Take the same steps again: each time it keeps ${more}`);
}

/** @throws what is no step that failed */
function isRefusedStep(error: unknown): false {
  if (error instanceof StepError) return false;
  throw error;
}

const WORDS: Readonly<Record<keyof Held, (grown: number) => string>> = {
  bytes: (grown) => `${(grown / 1024 / 1024).toFixed(1)} MB more`,
  nodes: (grown) => `${grown} elements more`,
  listeners: (grown) => `${grown} listeners more`,
};

async function heldBy(devtools: CDPSession): Promise<Held> {
  // What the first round lets go of may hold what the second finds.
  for (let round = 0; round < 2; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return { bytes: usedSize, nodes, listeners: jsEventListeners };
}
