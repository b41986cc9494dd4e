import Router from '@koa/router';
import * as contract from '../../contract/access.ts';
import { done } from '../../contract/common.ts';
import { handle } from '../../http/handle.ts';
import { paginationOf } from '../../http/pagination.ts';
import { actorOf } from '../audit/audit.repository.ts';
import type { AccessRepository } from './access.repository.ts';
import type { AccessService } from './access.service.ts';

export function accessRoutes({ access, service }: { access: AccessRepository; service: AccessService }): Router {
  const router = new Router();

  handle(router, contract.listAccessEntries, async () => access.list());
  handle(router, contract.addAccessEntry, async ({ session, request, body }) =>
    service.add(actorOf(session, request), body),
  );
  handle(router, contract.changeAccessRole, async ({ session, request, params, body }) =>
    service.changeRole(actorOf(session, request), params.id, body.role),
  );

  handle(router, contract.removeAccessEntry, async ({ session, request, params }) => {
    await service.remove(actorOf(session, request), params.id);
    return done;
  });

  handle(router, contract.listLoginActivity, async ({ query }) => {
    const [page, limit] = [query.page ?? 1, query.limit ?? contract.LOGIN_ACTIVITY_PAGE_SIZE];
    const { activities, total } = await access.activities(
      { action: query.action ?? null, search: query.search?.trim() ?? '' },
      page,
      limit,
    );
    return {
      activities: activities.map((activity) => ({ ...activity, createdAt: activity.createdAt.toISOString() })),
      pagination: paginationOf(page, limit, total),
    };
  });

  return router;
}
