import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import type { ProblemOf } from '../../problems/problem.ts';
import { linkLimitsRepository } from './link-limits.repository.ts';
import { linkLimitsRoutes } from './link-limits.routes.ts';

/** What has none of these has no link, and is not asked about. */
const MAY_HAVE_LINK = /:\/\/|www\./i;

interface AboutToGoOut {
  readonly facebookPageId: PageId;
  readonly pageName: string;
  readonly attemptId: number;
  readonly content: string;
}

/** Facebook limits posts with links of some pages: their owners set how many they want of them in a month. */
export function createLinkLimits({ db, loopDb }: { db: Knex; loopDb: Knex }) {
  const limits = linkLimitsRepository(db);
  const ofLoop = linkLimitsRepository(loopDb);
  return {
    othersOf: limits.others,

    /** Why a planned post waits for its owner, where it is over the limit and they want that. */
    async hindrance({
      facebookPageId,
      pageName,
      attemptId,
      content,
    }: AboutToGoOut): Promise<ProblemOf<'link_limit'> | null> {
      const over = MAY_HAVE_LINK.test(content) ? await ofLoop.over(facebookPageId, attemptId, content) : null;
      return over === null
        ? null
        : { code: 'link_limit', action: PROBLEM_ACTION.publishNow, params: { page: pageName, ...over } };
    },

    routes: [linkLimitsRoutes({ limits })],
  };
}
export type LinkLimits = ReturnType<typeof createLinkLimits>;
