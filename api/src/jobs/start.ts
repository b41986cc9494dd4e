import schedule from 'node-schedule';
import type { Logger } from 'pino';
import type { JobMetrics, JobOutcome } from './job-metrics.ts';
import type { Job } from './jobs.ts';

const POLL_MS = 1000;
/** The clock of this machine was set, rather than brought into line bit by bit. */
const STEP_MS = 2000;

/**
 * Gives the jobs to node-schedule. A run that would overlap itself is skipped; a failure is logged and the next run
 * comes.
 * @param now the database's time
 * @param mayRun false while the database is not as this release needs it
 */
export function startJobs(
  jobs: readonly Job[],
  log: Logger,
  { now, mayRun, metrics }: { now(): Promise<Date>; mayRun(job: Job): Promise<boolean>; readonly metrics: JobMetrics },
) {
  const running = new Map<string, Promise<void>>();
  let offset = clockOffset();
  const scheduled = jobs.map((job) =>
    schedule.scheduleJob(job.name, job.rule, (plannedAt) => {
      followClock();
      if (running.has(job.name)) return metrics.ended(job.name, 'skipped', 0);
      metrics.began(job.name, Date.now() - plannedAt.getTime());
      running.set(
        job.name,
        outcomeOf(job).finally(() => running.delete(job.name)),
      );
    }),
  );

  async function outcomeOf(job: Job): Promise<void> {
    const beganAt = performance.now();
    const outcome = await run(job).catch((error: unknown): JobOutcome => {
      log.error({ err: error, job: job.name }, 'job.failed');
      return 'failed';
    });
    metrics.ended(job.name, outcome, performance.now() - beganAt);
  }

  async function run(job: Job): Promise<JobOutcome> {
    if (!(await mayRun(job))) return 'held';
    await job.run(await now());
    return 'done';
  }

  /**
   * node-schedule waits by the clock of this machine: set back an hour, it would rest for that hour; set ahead, make up
   * for it.
   */
  function followClock(): void {
    const was = offset;
    offset = clockOffset();
    if (Math.abs(offset - was) < STEP_MS) return;
    log.warn({ byMs: Math.round(offset - was) }, 'process.clock-was-set');
    for (const [index, job] of jobs.entries()) scheduled[index]?.reschedule(job.rule);
  }
  const watch = setInterval(followClock, POLL_MS);

  return {
    /** No new runs; resolves when the ones under way are through. */
    async stop(): Promise<void> {
      clearInterval(watch);
      for (const job of scheduled) job.cancel();
      await Promise.all(running.values());
    },
  };
}

function clockOffset(): number {
  return Date.now() - performance.now();
}
