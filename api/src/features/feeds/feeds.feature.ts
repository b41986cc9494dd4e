import type { Knex } from 'knex';
import pMap from 'p-map';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Drafts } from '../drafts/drafts.feature.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Sources } from '../sources/sources.feature.ts';
import { feedItemsRepository } from './feed-items.repository.ts';
import { feedTurnsRepository } from './feed-turns.repository.ts';
import type { Feed } from './feeds.repository.ts';
import { feedsRoutes } from './feeds.routes.ts';
import { feedsService } from './feeds.service.ts';
import { readingFeeds } from './read-feed.ts';

const ADDED_AN_HOUR = 30;
/** Of one run; a run a minute. */
const PER_RUN = 20;
const AT_ONCE = 2;

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
        async run() {
          const due = dueFeeds(sweepsDb);
          const outcomes = await pMap(due, (feed) => settled(reading.read(feed)), { concurrency: AT_ONCE });
          const [failure] = outcomes.filter((outcome) => outcome.status === 'rejected');
          if (failure !== undefined) throw failure.reason;
        },
      },
      { name: 'sweep-feeds', rule: '0 49 * * * *', run: () => feedItemsRepository(sweepsDb).forgetOld() },
    ] satisfies Job[],
  };
}

/** Each is claimed when its turn comes, so that no claim runs out before that. */
async function* dueFeeds(db: Knex): AsyncGenerator<Feed> {
  for (let count = 0; count < PER_RUN; count += 1) {
    const feed = await feedTurnsRepository(db).claimDue();
    if (feed === null) return;
    yield feed;
  }
}

/** One feed must not keep the others from being read. */
async function settled(work: Promise<void>): Promise<PromiseSettledResult<void>> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome;
}
