import Router from '@koa/router';
import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import * as contract from '../../contract/slots.ts';
import type { Owner } from '../../db/owner.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { pageRights } from '../page-rights/page-rights.ts';
import { findFirstSlots, findFreeSlots, slotWithin } from './booking.ts';
import { presentFree, presentPlan } from './page-plans.present.ts';
import { pagePlansService } from './page-plans.service.ts';

export function pagePlansRoutes({ db }: { db: Knex }): Router {
  const router = new Router();
  const plans = pagePlansService(db);
  /** Of a page that is shared with them, they see the queue. */
  const ownerOf = async (who: Owner, pageId: PageId): Promise<Owner> =>
    (await pageRights(db).mayOnPage(who, pageId, 'see'))?.owner ?? who;

  handle(router, contract.listPagePlans, async ({ session }) => (await plans.list(session)).map(presentPlan));

  handle(router, contract.replacePagePlans, async ({ session, body }) => {
    const { pages, ...week } = body;
    return (await plans.replace(session, pages, week, session.spacingMinutes)).map(presentPlan);
  });

  handle(router, contract.freeSlots, async ({ session, query }) => {
    const { facebookPageId, count, ...asked } = query;
    const period = slotWithin(asked);
    if (period.from !== null && period.before !== null && period.before <= period.from)
      throw InvalidInputError.of([{ path: 'before', message: 'Must be after the start' }]);
    const pageIds = facebookPageId === undefined ? null : [facebookPageId];
    const wanted = { pageIds, ...period };
    const owner = facebookPageId === undefined ? session : await ownerOf(session, facebookPageId);
    const found =
      count === undefined ? await findFreeSlots(db, owner, wanted) : await findFirstSlots(db, owner, wanted, count);
    const pages = found.pages.map((page) => ({ ...page, at: page.at.slice(0, count) }));
    return presentFree(pages, contract.FREE_SLOTS_MAX);
  });

  return router;
}
