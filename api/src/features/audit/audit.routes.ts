import Router from '@koa/router';
import * as contract from '../../contract/admin.ts';
import { handle } from '../../http/handle.ts';
import { paginationOf } from '../../http/pagination.ts';
import type { AuditRepository } from './audit.repository.ts';

export function auditRoutes({ audit }: { audit: AuditRepository }): Router {
  const router = new Router();

  handle(router, contract.listAuditLog, async ({ query }) => {
    const [page, limit] = [query.page ?? 1, query.limit ?? contract.AUDIT_PAGE_SIZE];
    const { entries, total } = await audit.page(query.search?.trim() ?? '', page, limit);
    return {
      entries: entries.map(({ ip, at, ...entry }) => ({ ...entry, at: at.toISOString(), ipAddress: ip })),
      pagination: paginationOf(page, limit, total),
    };
  });

  return router;
}
