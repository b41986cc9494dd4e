import type { Job } from '../../jobs/jobs.ts';
import type { EngagementService } from './engagement.service.ts';

export function engagementRefreshJob({ engagement }: { engagement: EngagementService }): Job {
  return { name: 'refresh-engagement', rule: '30 */2 * * * *', run: () => engagement.refresh() };
}
