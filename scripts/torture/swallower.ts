import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresProxy } from './postgres-proxy.ts';

/** Shorter than a statement may stay without an answer, and longer: a process sees both. */
const SWALLOWED_MS = [3000, 9000] as const;
const WHOLE_MS = 5000;

/** Swallows all lines of a process to its database again and again, for at most so long. */
export function startSwallowing(proxy: PostgresProxy, chaosMs: number): { stop(): Promise<number> } {
  const stopping = new AbortController();
  const until = performance.now() + chaosMs;
  const wait = (ms: number) =>
    sleep(Math.min(ms, Math.max(0, until - performance.now())), undefined, { signal: stopping.signal }).catch(() => {});

  async function run(): Promise<number> {
    let times = 0;
    while (!stopping.signal.aborted && performance.now() < until) {
      proxy.swallow();
      await wait(SWALLOWED_MS[times % SWALLOWED_MS.length] ?? 0);
      proxy.giveBack();
      times += 1;
      await wait(WHOLE_MS);
    }
    return times;
  }

  const running = run();
  return {
    /** Everything arrives again. @returns how often it did not */
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
