import type { Knex } from 'knex';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Drafts } from '../drafts/drafts.feature.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Sources } from '../sources/sources.feature.ts';
import { feedItemsRepository } from './feed-items.repository.ts';
import { feedTurnsRepository } from './feed-turns.repository.ts';
import { feedsRoutes } from './feeds.routes.ts';
import { feedsService } from './feeds.service.ts';
import { readDueFeeds } from './read-due-feeds.ts';
import { readingFeeds } from './read-feed.ts';

const ADDED_AN_HOUR = 30;

interface Deps {
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly limits: RateLimits;
  readonly pages: Pick<Pages, 'repository'>;
  readonly drafts: Pick<Drafts, 'begin'>;
  readonly sources: Sources;
}

/** News of other sites as drafts for pages. */
export function createFeeds({ db, sweepsDb, limits, pages, drafts, sources }: Deps) {
  const { takeIn } = readingFeeds({ db, drafts, sources });
  const reading = readingFeeds({ db: sweepsDb, drafts, sources });
  const feeds = feedsService({ db, pages, sources, takeIn, limit: limits.within('feeds', ADDED_AN_HOUR, 60 * 60) });
  return {
    routes: [feedsRoutes({ feeds })],
    jobs: [
      {
        name: 'read-feeds',
        rule: '40 * * * * *',
        run: () => readDueFeeds({ claimDue: feedTurnsRepository(sweepsDb).claimDue, read: reading.read }),
      },
      { name: 'sweep-feeds', rule: '0 49 * * * *', run: () => feedItemsRepository(sweepsDb).forgetOld() },
    ] satisfies Job[],
  };
}
