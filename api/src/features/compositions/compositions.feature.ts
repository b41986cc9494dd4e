import type { Knex } from 'knex';
import type { Job } from '../../jobs/jobs.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import type { Engagement } from '../engagement/engagement.feature.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { Media } from '../media/media.feature.ts';
import { pageRights } from '../page-rights/page-rights.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Posts } from '../posts/posts.feature.ts';
import type { Publishing } from '../publishing/publishing.feature.ts';
import { postPreconditions } from '../posts/post-preconditions.ts';
import { changingTogether } from './change-together.ts';
import { compositionsRepository } from './compositions.repository.ts';
import { deletingTogether } from './delete-together.ts';
import { compositionsRoutes } from './compositions.routes.ts';
import { compositionsService } from './compositions.service.ts';

interface Deps {
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly idempotency: Idempotency;
  readonly media: Media;
  readonly aiCalls: AiCalls;
  readonly pages: Pages;
  readonly posts: Posts;
  readonly engagement: Engagement;
  readonly publishing: Pick<Publishing, 'forgetAhead'>;
}

/** One text for several pages. */
export function createCompositions(deps: Deps) {
  const { db, sweepsDb, idempotency, media, aiCalls, pages, posts, engagement, publishing } = deps;
  const { repository } = posts;
  const preconditions = postPreconditions({ posts: repository, pages, ...pageRights(db) });
  const service = compositionsService({
    db,
    posts: repository,
    pages,
    idempotency,
    media,
    aiCalls,
    bestHours: engagement.bestHours,
  });
  const { forgetAhead } = publishing;
  const together = {
    ...changingTogether({ db, posts: repository, preconditions, media, forgetAhead }),
    ...deletingTogether({ read: service.read, preconditions, removePost: posts.removeUnpublished }),
  };
  return {
    routes: [compositionsRoutes({ service, together })],
    jobs: [
      {
        name: 'sweep-compositions',
        rule: '0 47 * * * *',
        run: () => compositionsRepository(sweepsDb).forgetEmpty(),
      },
    ] satisfies Job[],
  };
}
