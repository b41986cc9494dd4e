import type { Job } from '../../jobs/jobs.ts';
import type { NotificationsRepository } from './notifications.repository.ts';
import { RETENTION } from '../../retention.ts';

/** Forgets what was read long ago. */
export function sweepNotificationsJob({ notifications }: { notifications: NotificationsRepository }): Job {
  return {
    name: 'sweep-notifications',
    rule: '0 41 3 * * *',
    run: () => notifications.removeReadBefore(RETENTION.readNotificationsDays),
  };
}
