import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { ReadStory } from '../timeline/story.ts';
import { pageMembersRoutes } from './page-members.routes.ts';
import { pageMembersService } from './page-members.service.ts';
import { pageRightsRepository } from '../page-rights/page-rights.repository.ts';
import { queueRepository } from './queue.repository.ts';
import { queueRoutes } from './queue.routes.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly limits: RateLimits;
  readonly timeline: { readonly story: ReadStory };
}

/** Pages that several people work with: who they are, and what each of them sees of the others. */
export function createSharing({ config, db, limits, timeline }: Deps) {
  return {
    routes: [
      pageMembersRoutes({
        service: pageMembersService(db),
        rights: pageRightsRepository(db),
        codeLimit: limits.perMinute('page-invitation', config.CODE_RATE_LIMIT),
        publicUrl: config.PUBLIC_URL,
      }),
      queueRoutes({ queue: queueRepository(db), story: timeline.story }),
    ],
  };
}
