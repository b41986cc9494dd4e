import type { Balancer } from '../torture/balancer.ts';

/** As long as a screen waits for a call. */
const CALL_WITHIN_MS = 30_000;

/** Calls by way of whatever stands in front. */
export function clientOf(
  url: string,
): Pick<Balancer, 'call'> & { calls(): number; failures(): number; slowest(): number } {
  let [calls, failures, slowest] = [0, 0, 0];
  return {
    calls: () => calls,
    failures: () => failures,
    /** Seconds, of all since this was last asked. */
    slowest(): number {
      const seconds = slowest;
      slowest = 0;
      return seconds;
    },
    async call(path, init) {
      calls += 1;
      const began = performance.now();
      try {
        const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(CALL_WITHIN_MS) });
        const body = (await answer.json()) as unknown;
        if (answer.status < 500) return { status: answer.status, body };
      } catch {
        // Nobody answered, or the proxy in our place.
      } finally {
        slowest = Math.max(slowest, (performance.now() - began) / 1000);
      }
      failures += 1;
      return null;
    },
  };
}
