import type { Knex } from 'knex';
import type { Facebook } from '../../facebook/facebook.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Posts } from '../posts/posts.feature.ts';
import { bestHoursRepository } from './best-hours.repository.ts';
import { bestHoursService } from './best-hours.service.ts';
import { engagementRoutes } from './engagement.routes.ts';
import { engagementService } from './engagement.service.ts';
import { pageMonthRepository } from './page-month.repository.ts';
import { pageMonths } from './page-month.service.ts';
import { engagementRefreshJob } from './refresh-engagement.job.ts';
import { renewBestHoursJob } from './renew-best-hours.job.ts';
import { resultsRepository } from './results.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly configuration: Configuration;
  readonly facebook: Facebook;
  readonly pages: Pages;
  readonly posts: Posts;
}

/** What followers did with published posts. */
export function createEngagement({ db, sweepsDb, configuration: { facebookApp }, facebook, pages, posts }: Deps) {
  const { graph, budget } = facebook;
  const engagement = engagementService({
    db,
    posts: posts.repository,
    pages: pages.repository,
    graph,
    budget,
    facebookApp,
  });
  const bestHours = bestHoursService({ hours: bestHoursRepository(db) });
  return {
    bestHours,
    routes: [
      engagementRoutes({
        engagement,
        results: resultsRepository(db),
        bestHours,
        months: pageMonths({ months: pageMonthRepository(db) }),
      }),
    ],
    jobs: [
      engagementRefreshJob({ engagement }),
      renewBestHoursJob({ bestHours: bestHoursService({ hours: bestHoursRepository(sweepsDb) }) }),
    ] satisfies Job[],
  };
}
export type Engagement = ReturnType<typeof createEngagement>;
