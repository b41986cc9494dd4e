import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * - `answered`: whatever the answer says, so also a refusal
 * - `error`: an answer of the 500s, which says nothing
 * - `unreachable`: no answer, or none to its end
 */
export type CallOutcome = 'answered' | 'error' | 'unreachable';

/** Calls to Facebook, without what they were for. */
export function callMetrics(registry: Registry) {
  const registers = [registry];
  const calls = new Counter({
    name: 'facebook_calls_total',
    help: 'Calls to Facebook, by whether there was an answer',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'facebook_call_seconds',
    help: 'From the first byte of a call to Facebook to the last of its answer, or until it was given up',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  for (const outcome of ['answered', 'error', 'unreachable']) calls.inc({ outcome }, 0);
  return (outcome: CallOutcome, tookMs: number): void => {
    calls.inc({ outcome });
    seconds.observe(tookMs / 1000);
  };
}
