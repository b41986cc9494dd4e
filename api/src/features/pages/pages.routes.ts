import Router from '@koa/router';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/pages.ts';
import { handle } from '../../http/handle.ts';
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

  return router;
}

function present(page: ConnectedPage): contract.FacebookPage {
  return {
    id: page.id, name: page.name, pageId: page.pageId, accessToken: null, category: page.category,
    isActive: page.isActive, isConnected: page.isConnected, problem: page.problem === null ? null : { ...page.problem },
  };
}

function presentWarning({ facebookPageId, pageName, posts, failsFrom, problem }: PageWarning): contract.PageWarning {
  return { facebookPageId, pageName, posts, failsFrom: failsFrom.toISOString(), problem: { ...problem } };
}
