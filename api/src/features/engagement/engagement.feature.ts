import type { Knex } from 'knex';
import type { Facebook } from '../../facebook/facebook.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Posts } from '../posts/posts.feature.ts';
import { engagementRoutes } from './engagement.routes.ts';
import { engagementService } from './engagement.service.ts';
import { engagementRefreshJob } from './refresh-engagement.job.ts';

interface Deps {
  readonly db: Knex;
  readonly configuration: Configuration;
  readonly facebook: Facebook;
  readonly pages: Pages;
  readonly posts: Posts;
}

/** What followers did with published posts. */
export function createEngagement({ db, configuration: { facebookApp }, facebook, pages, posts }: Deps) {
  const { graph, budget } = facebook;
  const engagement = engagementService({
    db,
    posts: posts.repository,
    pages: pages.repository,
    graph,
    budget,
    facebookApp,
  });
  return {
    routes: [engagementRoutes({ engagement })],
    jobs: [engagementRefreshJob({ engagement })] satisfies Job[],
  };
}
