import type { Knex } from 'knex';
import type { Job } from '../../jobs/jobs.ts';
import type { Networks } from '../../networks/networks.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { notificationsRepository } from './notifications.repository.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { sweepNotificationsJob } from './sweep-notifications.job.ts';

interface Deps {
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly pages: Pages;
  readonly networks: Pick<Networks, 'isSetUp'>;
}

/** What people should know, with the next step. */
export function createNotifications({ db, sweepsDb, pages: { warnings }, networks }: Deps) {
  return {
    routes: [notificationsRoutes({ notifications: notificationsRepository(db, networks.isSetUp), warnings })],
    jobs: [sweepNotificationsJob({ notifications: notificationsRepository(sweepsDb) })] satisfies Job[],
  };
}
