import type { Job } from '../../jobs/jobs.ts';
import type { NotificationsRepository } from './notifications.repository.ts';

const KEPT_DAYS = 90;

/** Forgets what was read long ago. */
export function sweepNotificationsJob({ notifications }: { notifications: NotificationsRepository }): Job {
  return { name: 'sweep-notifications', rule: '0 41 3 * * *', run: () => notifications.removeReadBefore(KEPT_DAYS) };
}
