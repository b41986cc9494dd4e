import Router from '@koa/router';
import type { Knex } from 'knex';
import * as contract from '../../contract/dashboard.ts';
import { handle } from '../../http/handle.ts';
import { describeActivity } from './activity.present.ts';
import { dashboardRepository } from './dashboard.repository.ts';
import { firstStepsRepository, type FirstStepsRow } from './first-steps.repository.ts';
import { changePercent, periodsAt } from './months.ts';
import { trendRepository } from './trend.repository.ts';
import { readTrend } from './trend.service.ts';

const ACTIVITY = { limit: 20, failures: 100 };

export function dashboardRoutes({ db }: { db: Knex }): Router {
  const router = new Router();
  const dashboard = dashboardRepository(db);
  const trend = trendRepository(db);
  const steps = firstStepsRepository(db);

  handle(router, contract.dashboardStats, async ({ session, request }) => {
    const periods = periodsAt(new Date(), request.timeZone);
    const counts = await dashboard.counts(session, periods);
    return {
      postsThisMonth: counts.published_this_month,
      monthChange: changePercent(counts.published_last_month, counts.published_this_month),
      scheduledPosts: counts.scheduled,
      todayScheduled: counts.scheduled_today,
      totalEngagement: counts.engagement,
      aiGenerated: counts.ai_published,
      lastMonth: { posts: counts.published_last_month, ...periods.sameDays },
    };
  });

  handle(router, contract.dashboardActivity, async ({ session }) =>
    (await dashboard.activity(session, ACTIVITY)).map(describeActivity),
  );

  handle(router, contract.dashboardTrend, async ({ session, request }) =>
    readTrend(trend, session, new Date(), request.timeZone),
  );

  handle(router, contract.firstSteps, async ({ session }) => presentSteps(await steps.read(session)));

  handle(router, contract.updateFirstSteps, async ({ body, session }) => {
    await steps.setDismissed(session, body.isDismissed);
    return presentSteps(await steps.read(session));
  });

  return router;
}

function presentSteps(row: FirstStepsRow): contract.FirstSteps {
  return {
    hasPage: row.has_page,
    hasGenerated: row.has_generated,
    hasScheduled: row.has_scheduled,
    isDismissed: row.is_dismissed,
  };
}
