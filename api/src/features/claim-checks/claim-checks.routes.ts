import Router from '@koa/router';
import { checkClaims } from '../../claims/check-claims.ts';
import type { Source } from '../../claims/claim.ts';
import * as contract from '../../contract/claims.ts';
import type { PageId } from '../../contract/ids.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Session } from '../../http/session.ts';
import type { PageRights } from '../page-rights/page-rights.ts';

export function claimChecksRoutes({ mayOnPage }: PageRights): Router {
  const router = new Router();

  handle(router, contract.checkClaims, async ({ body, session }) => {
    const sources = [{ where: 'brief', text: body.brief }, ...(await sourcesOfPage(session, body.facebookPageId))];
    const { claims, checkedTo } = checkClaims(body.content, sources);
    const unsourced = claims.filter(({ source }) => source === null);
    return {
      claims: unsourced.slice(0, contract.NAMED_CLAIMS),
      unsourced: unsourced.length,
      sourced: claims.length - unsourced.length,
      checkedTo,
    };
  });

  return router;

  async function sourcesOfPage(session: Session, pageId: PageId | null | undefined): Promise<Source[]> {
    if (pageId === null || pageId === undefined) return [];
    const page = await mayOnPage(session, pageId, 'see');
    if (page === null)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
    return [{ where: 'page', text: `${page.pageName}\n${page.category ?? ''}` }];
  }
}
