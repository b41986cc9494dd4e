import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Owner } from '../../db/owner.ts';
import type { Generation } from '../generation/generation.feature.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { Media } from '../media/media.feature.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Posts } from '../posts/posts.feature.ts';
import { recurrencePlanner } from './planner.service.ts';
import { preparing } from './preparing.ts';
import { readingRecurrences } from './reading-recurrences.ts';
import { recurrencesRoutes } from './recurrences.routes.ts';
import { recurrencesRepository } from './recurrences.repository.ts';
import { recurrencesService } from './recurrences.service.ts';
import { recurringPostsJobs } from './recurring-posts.jobs.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly automationDb: Knex;
  readonly log: Logger;
  readonly idempotency: Idempotency;
  readonly media: Media;
  readonly generation: Generation;
  readonly pages: Pages;
  readonly posts: Posts;
}

/** Posts that come again by a rule: one text, or a set of texts in turn. */
export function createRecurrences(deps: Deps) {
  const { config, db, automationDb, log, idempotency, media, generation, pages, posts } = deps;
  const plannerOn = (connections: Knex) =>
    recurrencePlanner({
      db: connections,
      media,
      log,
      prepare: preparing({ db: connections, log, reword: generation.reword }),
    });
  const service = recurrencesService({ db, idempotency, media, pages, posts, planner: plannerOn(db) });
  const reading = readingRecurrences({ db, media });
  return {
    /** Nothing more is made for this owner until they say so. */
    pauseAll: (owner: Owner) => recurrencesRepository(db).pauseAll(owner),
    routes: [recurrencesRoutes({ service, reading, posts: posts.repository })],
    jobs: recurringPostsJobs({
      db: automationDb,
      adminIds: config.ADMIN_FACEBOOK_IDS,
      planner: plannerOn(automationDb),
    }),
  };
}
export type Recurrences = ReturnType<typeof createRecurrences>;
