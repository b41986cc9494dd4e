import Router from '@koa/router';
import * as contract from '../../contract/admin.ts';
import { handle } from '../../http/handle.ts';
import { paginationOf } from '../../http/pagination.ts';
import type { GoneIds } from './gone-person.ts';
import type { AuditRepository } from './audit.repository.ts';

/** @param goneId what stands for the Facebook ID of somebody who has deleted their account */
export function auditRoutes({ audit, goneId }: { audit: AuditRepository; goneId: GoneIds }): Router {
  const router = new Router();

  handle(router, contract.listAuditLog, async ({ query }) => {
    const [page, limit] = [query.page ?? 1, query.limit ?? contract.AUDIT_PAGE_SIZE];
    const search = query.search?.trim() ?? '';
    const { entries, total } = await audit.page(
      [search, ...(/^\d+$/.test(search) ? [goneId(search)] : [])].filter(Boolean),
      page,
      limit,
    );
    return {
      entries: entries.map(({ at, actor, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        actor: actor.person,
        inPlaceOf: actor.impersonated,
        environment: actor.environment,
        ipAddress: actor.ip,
      })),
      pagination: paginationOf(page, limit, total),
    };
  });

  return router;
}
