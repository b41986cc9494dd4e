import schedule from 'node-schedule';
import type { Logger } from 'pino';
import type { Job } from './jobs.ts';

/** Gives the jobs to node-schedule. A run that would overlap itself is skipped; a failure is logged and the next run comes. */
export function startJobs(jobs: readonly Job[], log: Logger) {
  const running = new Map<string, Promise<void>>();
  const scheduled = jobs.map((job) => schedule.scheduleJob(job.name, job.rule, (now) => {
    if (running.has(job.name)) return;
    const run = job.run(now)
      .catch((error: unknown) => log.error({ err: error, job: job.name }, 'job.failed'))
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
  }));

  return {
    /** No new runs; resolves when the ones under way are through. */
    async stop(): Promise<void> {
      for (const job of scheduled) job.cancel();
      await Promise.all(running.values());
    },
  };
}
