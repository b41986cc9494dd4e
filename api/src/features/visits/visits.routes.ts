import Router from '@koa/router';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/visits.ts';
import { handle } from '../../http/handle.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import type { ReleaseFiles } from '../remotes/release-files.ts';
import type { AreaErrorsRepository } from './area-errors.repository.ts';
import type { AreaFiguresRepository } from './area-figures.repository.ts';
import { peopleOf } from './people.ts';
import { resolveStacks } from './resolve-stack.ts';
import type { VisitsService } from './visits.service.ts';

interface Deps {
  readonly visits: VisitsService;
  readonly figures: AreaFiguresRepository;
  readonly errors: AreaErrorsRepository;
  readonly files: ReleaseFiles;
  /** Of one line, which an office shares, and of one person. */
  readonly addressLimit: RateLimit;
  readonly personLimit: RateLimit;
}

/** What pages report of their visits, and what administrators read of it. */
export function visitsRoutes({ visits, figures, errors, files, addressLimit, personLimit }: Deps): Router {
  const router = new Router();

  handle(router, contract.reportVisit, async ({ session, request, body }) => {
    await addressLimit(request.ip);
    if (session !== null) await personLimit(String(session.impersonator?.userId ?? session.userId));
    await visits.record(session, body, new Date());
    return done;
  });

  handle(router, contract.listVersionFigures, () => figures.ofVersions());

  handle(router, contract.listVersionErrors, async ({ params: { name, version } }) => {
    const { errors: rows, total } = await errors.of(name, version);
    const stacks = await resolveStacks(
      files,
      rows.map(({ frames }) => frames),
    );
    return {
      total,
      errors: rows.map((row, n) => ({
        id: row.fingerprint,
        kind: row.kind,
        name: row.error_name,
        message: row.message,
        count: row.count,
        people: peopleOf(row.bits),
        firstAt: row.first_at.toISOString(),
        lastAt: row.last_at.toISOString(),
        stack: stacks[n] ?? [],
      })),
    };
  });

  return router;
}
