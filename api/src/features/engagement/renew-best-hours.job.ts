import type { Job } from '../../jobs/jobs.ts';
import type { BestHoursService } from './best-hours.service.ts';

export function renewBestHoursJob({ bestHours }: { bestHours: BestHoursService }): Job {
  return { name: 'renew-best-hours', rule: '50 */5 * * * *', run: () => bestHours.renew() };
}
