import Router from '@koa/router';
import { postPerformance } from '../../contract/posts.ts';
import * as contract from '../../contract/results.ts';
import type { PostId } from '../../contract/ids.ts';
import { answerCsv } from '../../http/csv.ts';
import { InvalidInputError, UnauthorizedError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { queryOf } from '../../http/query.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { SLOT_HOURS } from './best-hours.ts';
import type { BestHoursService } from './best-hours.service.ts';
import type { EngagementService } from './engagement.service.ts';
import { pageMonthCsv } from './page-month-csv.ts';
import type { PageMonths } from './page-month.service.ts';
import { readResults } from './results.service.ts';
import type { ResultsRepository } from './results.repository.ts';

interface Deps {
  readonly engagement: EngagementService;
  readonly results: ResultsRepository;
  readonly bestHours: BestHoursService;
  readonly months: PageMonths;
}

export function engagementRoutes({ engagement, results, bestHours, months }: Deps): Router {
  const router = new Router();

  handle(router, postPerformance, async ({ params, session }) => {
    const { fetchedAt, ...seen } = await engagement.performance(session, params.id);
    return { ...seen, fetchedAt: fetchedAt.toISOString() };
  });

  handle(router, contract.postResults, async ({ query, session }) =>
    readResults(results, session, query.ids.split(',').map(Number) as PostId[]),
  );

  handle(router, contract.readBestHours, async ({ params, session }) => {
    const { best, posts, slots, timeZone, computedAt } = await bestHours.read(session, params.id);
    return {
      best: best.map((slot) => ({ ...slot, toHour: (slot.fromHour + SLOT_HOURS) % 24 })),
      posts,
      slots,
      timeZone,
      computedAt: computedAt.toISOString(),
    };
  });

  handle(router, contract.readPageMonth, async ({ params, query, session }) =>
    months.read(session, params.id, query.month),
  );

  router.get(contract.PAGE_MONTH_EXPORT_PATH, async (ctx) => {
    const session = ctx.state[SESSION_STATE] as Session | null;
    if (session === null) throw new UnauthorizedError('Please log in.');
    const wanted = contract.PageMonthExport.safeParse(queryOf(ctx));
    if (!wanted.success)
      throw InvalidInputError.of(wanted.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    const { pageId, month } = wanted.data;
    const { chunks, timeZone } = await months.export(session, pageId, month);
    answerCsv(ctx, `posts-${month}.csv`, pageMonthCsv(chunks, timeZone));
  });

  return router;
}
