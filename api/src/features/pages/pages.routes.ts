import Router from '@koa/router';
import { done } from '../../contract/common.ts';
import { PageId } from '../../contract/ids.ts';
import * as contract from '../../contract/pages.ts';
import { NotFoundError, UnauthorizedError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import type { ConnectedPage } from './pages.repository.ts';
import type { PageWarning, PageWarningsRepository } from './page-warnings.repository.ts';
import type { PagesService } from './pages.service.ts';

export function pagesRoutes({ pages, warnings }: { pages: PagesService; warnings: PageWarningsRepository }): Router {
  const router = new Router();

  handle(router, contract.listPages, async ({ session }) => (await pages.list(session)).map(present));
  handle(router, contract.listPageWarnings, async ({ session }) => (await warnings.list(session)).map(presentWarning));
  handle(router, contract.checkPagesStatus, async ({ session }) => (await pages.checkAll(session)).map(present));
  handle(router, contract.syncPage, async ({ session, body }) => present(await pages.connect(session, body)));
  handle(router, contract.connectPage, async ({ session, body }) => present(await pages.connect(session, body)));

  handle(router, contract.removePage, async ({ session, params }) => {
    await pages.remove(session, params.id);
    return done;
  });

  // Not a call of the contract: it answers bytes. Without a picture it answers nothing, which no browser complains
  // about.
  router.get('/api/facebook-pages/:id/picture', async (ctx) => {
    const session = ctx.state[SESSION_STATE] as Session | null;
    if (session === null) throw new UnauthorizedError('Please log in.');
    const id = PageId.safeParse(ctx.params['id']);
    if (!id.success) throw new NotFoundError('This page no longer exists.');
    const picture = await pages.picture(session, id.data);
    ctx.set('cache-control', 'private, max-age=3600');
    ctx.status = picture === null ? 204 : 200;
    if (picture === null) return;
    ctx.type = picture.type;
    ctx.body = picture.bytes;
  });

  return router;
}

function present(page: ConnectedPage): contract.FacebookPage {
  return {
    id: page.id,
    name: page.name,
    pageId: page.pageId,
    accessToken: null,
    category: page.category,
    isActive: page.isActive,
    isConnected: page.isConnected,
    problem: page.problem === null ? null : presentProblem(page.problem, { now: new Date() }),
  };
}

function presentWarning({ facebookPageId, pageName, posts, failsFrom, problem }: PageWarning): contract.PageWarning {
  return {
    facebookPageId,
    pageName,
    posts,
    failsFrom: failsFrom.toISOString(),
    problem: presentProblem(problem, { now: new Date(), posts }),
  };
}
