import type { Job } from '../../jobs/jobs.ts';
import type { PageChecksService } from './page-checks.service.ts';

/** Often, because a page that was just connected waits for it; which pages are due is for the database to say. */
export function checkPagesJob({ checks }: { checks: PageChecksService }): Job {
  return { name: 'check-pages', rule: '20 * * * * *', run: () => checks.run() };
}
