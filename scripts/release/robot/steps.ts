import { setTimeout as sleep } from 'node:timers/promises';
import type { Activity } from './activity.ts';
import type { Faults } from './faults.ts';

const ASKED_EVERY_MS = 50;
const COVERED = /(<\w[^\n]*) intercepts pointer events/;
const TIMEOUT = /Timeout [\d.]+ms exceeded/;

/** A step that failed, with its name and why. */
export class StepError extends Error {
  override readonly name = 'StepError';
}

/**
 * Takes steps one after the other, each with a name for who reads what went wrong.
 * @param patienceMs after twice as long the page is said not to answer any more
 */
export function steps(faults: Faults, patienceMs: number) {
  let current = 'Open the page';
  return {
    current: (): string => current,

    /** @throws StepError */
    async step(name: string, work: () => Promise<void>): Promise<void> {
      current = name;
      const limit = new AbortController();
      try {
        await Promise.race([work(), faults.appeared, silence(patienceMs * 2, limit.signal)]);
        const fault = faults.first();
        if (fault !== null) throw new Error(fault);
      } catch (error) {
        throw new StepError(`${name}: ${reasonOf(error as Error)}`, { cause: error });
      } finally {
        limit.abort();
      }
    },
  };
}

/** Waits for what no event tells of. @throws Error with `otherwise` */
export async function until(
  activity: Activity,
  isSo: () => boolean,
  patienceMs: number,
  otherwise: string,
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isSo()) {
    if (performance.now() > end || ((await activity.isSettled()) && !isSo())) throw new Error(otherwise);
    await sleep(ASKED_EVERY_MS);
  }
}

/** Whether time was over before the browser could say anything: on a busy machine that tells nothing of the page. */
export const isUnanswered = ({ message }: Error): boolean => TIMEOUT.test(message) && !COVERED.test(message);

async function silence(ms: number, signal: AbortSignal): Promise<never> {
  await sleep(ms, undefined, { signal }).catch(() => new Promise(() => {}));
  throw new Error("the page doesn't answer any more: it computes without end");
}

/** In words that say more than that time is over. */
function reasonOf({ message }: Error): string {
  const covering = COVERED.exec(message)?.[1];
  if (covering !== undefined) return `it is covered by ${covering.slice(0, 100)}`;
  return TIMEOUT.test(message) ? 'it did not come' : (message.split('\n')[0] ?? '');
}
