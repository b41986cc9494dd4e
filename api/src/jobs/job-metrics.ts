import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * - `done`: it got through
 * - `failed`: with an exception, which is logged
 * - `held`: the database is not as this release needs it, or a restored backup waits
 * - `skipped`: the run before was still on
 */
export type JobOutcome = 'done' | 'failed' | 'held' | 'skipped';

/** What became of the jobs of the clock. Their label is no `job`: that is what Prometheus calls whom it asks. */
export function jobMetrics(registry: Registry) {
  const registers = [registry];
  const runs = new Counter({
    name: 'job_runs_total',
    help: 'Runs of the jobs that the clock starts, by what came of them',
    labelNames: ['name', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'job_run_seconds',
    help: 'How long runs of jobs took that got through or failed',
    labelNames: ['name'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const lag = new Gauge({
    name: 'job_lag_seconds',
    help: 'How much later than its rule says the latest run began',
    labelNames: ['name'],
    aggregator: 'max',
    registers,
  });
  return {
    /** @param lateMs after the instant that its rule names */
    began: (name: string, lateMs: number) => lag.set({ name }, Math.max(0, lateMs) / 1000),

    ended(name: string, outcome: JobOutcome, tookMs: number): void {
      runs.inc({ name, outcome });
      if (outcome === 'done' || outcome === 'failed') seconds.observe({ name }, tookMs / 1000);
    },
  };
}
export type JobMetrics = ReturnType<typeof jobMetrics>;
