import Router from '@koa/router';
import { postPerformance } from '../../contract/posts.ts';
import { handle } from '../../http/handle.ts';
import type { EngagementService } from './engagement.service.ts';

export function engagementRoutes({ engagement }: { engagement: EngagementService }): Router {
  const router = new Router();

  handle(router, postPerformance, async ({ params, session }) => {
    const { fetchedAt, ...seen } = await engagement.performance(session, params.id);
    return { ...seen, fetchedAt: fetchedAt.toISOString() };
  });

  return router;
}
