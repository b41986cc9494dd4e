import Router from '@koa/router';
import type { PageId } from '../../contract/ids.ts';
import * as contract from '../../contract/link-limits.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { LinkLimitsRepository } from './link-limits.repository.ts';

export function linkLimitsRoutes({ limits }: { limits: LinkLimitsRepository }): Router {
  const router = new Router();

  handle(router, contract.listLinkLimits, async ({ session, query: { facebookPageId } }) =>
    facebookPageId === undefined ? limits.list(session, null) : [await need(session, facebookPageId)],
  );

  handle(router, contract.setLinkLimit, async ({ session, params, body }) => {
    await need(session, params.id);
    await limits.set(session, params.id, body);
    return need(session, params.id);
  });

  return router;

  async function need(owner: Owner, pageId: PageId): Promise<contract.LinkLimit> {
    const [found] = await limits.list(owner, pageId);
    if (found === undefined)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
    return found;
  }
}
