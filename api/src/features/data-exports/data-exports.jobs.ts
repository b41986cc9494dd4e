import type { Job } from '../../jobs/jobs.ts';
import type { dataExportsService } from './data-exports.service.ts';
import type { runningExports } from './running-exports.ts';

interface Deps {
  readonly running: Pick<ReturnType<typeof runningExports>, 'next'>;
  readonly sweeping: Pick<ReturnType<typeof dataExportsService>, 'sweep'>;
}

export function dataExportsJobs({ running, sweeping }: Deps): Job[] {
  return [
    { name: 'make-data-exports', rule: '*/5 * * * * *', run: () => running.next() },
    { name: 'sweep-data-exports', rule: '20 13 * * * *', run: () => sweeping.sweep() },
  ];
}
