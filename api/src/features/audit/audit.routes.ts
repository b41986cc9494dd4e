import Router from '@koa/router';
import type { Context } from 'koa';
import * as contract from '../../contract/audit.ts';
import { answerCsv, answerDownload } from '../../http/csv.ts';
import { ForbiddenError, InvalidInputError, UnauthorizedError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { paginationOf } from '../../http/pagination.ts';
import { queryOf } from '../../http/query.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { auditCsv } from './audit-csv.ts';
import { auditJsonl } from './audit-jsonl.ts';
import type { GoneIds } from './gone-person.ts';
import type { AuditRepository } from './audit.repository.ts';
import type { SealingAudit } from './sealing-audit.ts';

interface Deps {
  readonly audit: AuditRepository;
  readonly seals: SealingAudit;
  /** What stands for the Facebook ID of somebody who has deleted their account. */
  readonly goneId: GoneIds;
}

export function auditRoutes({ audit, seals, goneId }: Deps): Router {
  const router = new Router();
  /** Who is looked for by a Facebook ID is found under what stands for it, too. */
  const wantedBy = ({
    search = '',
    person,
    kind,
  }: {
    search?: string | undefined;
    person?: string | undefined;
    kind?: string | undefined;
  }) => {
    const searches = [search.trim(), ...(/^\d+$/.test(search.trim()) ? [goneId(search.trim())] : [])].filter(Boolean);
    return { searches, person: person ?? null, kind: kind ?? null };
  };

  handle(router, contract.listAuditLog, async ({ query }) => {
    const [page, limit] = [query.page ?? 1, query.limit ?? contract.AUDIT_PAGE_SIZE];
    const [{ entries, total, isTotalCut }, choices] = await Promise.all([
      audit.page(wantedBy(query), page, limit),
      audit.choices(),
    ]);
    return {
      entries: entries.map(({ at, actor, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        actor: actor.person,
        inPlaceOf: actor.impersonated,
        token: actor.token ?? null,
        environment: actor.environment,
        ipAddress: actor.ip,
      })),
      choices,
      pagination: { ...paginationOf(page, limit, total), isTotalCut },
    };
  });

  router.get(contract.AUDIT_EXPORT_PATH, async (ctx) => {
    assertAdministrator(ctx);
    const filter = contract.AuditFilter.safeParse(queryOf(ctx));
    if (!filter.success)
      throw InvalidInputError.of(filter.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    answerCsv(ctx, 'audit-log.csv', auditCsv(audit, wantedBy(filter.data)));
  });

  router.get(contract.AUDIT_CHAIN_PATH, async (ctx) => {
    assertAdministrator(ctx);
    answerDownload(ctx, { filename: 'audit-log.jsonl', type: 'application/x-ndjson' }, auditJsonl(seals));
  });

  return router;
}

function assertAdministrator(ctx: Context): void {
  const session = ctx.state[SESSION_STATE] as Session | null;
  if (session === null) throw new UnauthorizedError('Please log in.');
  if (!session.isAdmin) throw new ForbiddenError('Only administrators can export the audit log.');
}
