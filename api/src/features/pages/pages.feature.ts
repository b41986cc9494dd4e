import type { Knex } from 'knex';
import type { PageId, UserId } from '../../contract/ids.ts';
import type { Logger } from 'pino';
import type { SecretBox } from '../../db/secrets.ts';
import type { Facebook } from '../../facebook/facebook.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import { pageRights } from '../page-rights/page-rights.ts';
import { tellOwner } from '../impersonation/tell-owner.ts';
import { checkPagesJob } from './check-pages.job.ts';
import { lostLogin } from './lost-login.ts';
import { pageChecksRepository } from './page-checks.repository.ts';
import { pageChecksService } from './page-checks.service.ts';
import { pageWarningsRepository } from './page-warnings.repository.ts';
import type { PageProblem } from '../../problems/problem.ts';
import { pageGroupsRepository } from './page-groups.repository.ts';
import { pageGroupsRoutes } from './page-groups.routes.ts';
import { pagesRepository } from './pages.repository.ts';
import { pagesRoutes } from './pages.routes.ts';
import { pagesService } from './pages.service.ts';
import type { Owner } from '../../db/owner.ts';

interface Deps {
  readonly db: Knex;
  readonly loopDb: Knex;
  readonly secrets: SecretBox;
  readonly log: Logger;
  readonly configuration: Configuration;
  readonly facebook: Facebook;
  /** The person's own long-lived token, or null. */
  readonly users: { userToken(userId: UserId): Promise<string | null> };
  readonly publishing: {
    holdPage(trx: Knex.Transaction, facebookPageId: PageId, problem: PageProblem): Promise<void>;
    releasePages(facebookPageIds: readonly PageId[]): Promise<void>;
    releaseForgotten(): Promise<void>;
    endScheduleOfPage(trx: Knex.Transaction, owner: Owner, facebookPageId: PageId): Promise<void>;
  };
  /** What repeats there makes no more posts. */
  stopRulesOfPage(this: void, trx: Knex.Transaction, owner: Owner, facebookPageId: PageId): Promise<void>;
}

/** The Facebook pages that people have connected. */
export function createPages(deps: Deps) {
  const { db, loopDb, secrets, log, configuration, facebook, users, publishing, stopRulesOfPage } = deps;
  const { facebookApp } = configuration;
  const { facebookAccounts, budget } = facebook;
  const { userToken } = users;
  const { holdPage, releasePages, releaseForgotten, endScheduleOfPage } = publishing;
  const repository = pagesRepository(db, secrets);
  const warnings = pageWarningsRepository(db);
  const login = lostLogin({
    db,
    facebookAccounts,
    log,
    userToken,
    pagesIn: (trx) => pagesRepository(trx, secrets),
    holdPage,
  });
  const checks = pageChecksService({
    db,
    checks: pageChecksRepository(db, secrets),
    facebookAccounts,
    budget,
    log,
    facebookApp,
    userToken,
    login,
    holdPage,
    releasePages,
    releaseForgotten,
  });
  const pages = pagesService({
    pages: repository,
    facebookAccounts,
    checks,
    userToken,
    facebookApp,
    ...pageRights(db),
    releasePages,
    removeWithPosts: (author, { id, name }) =>
      db.transaction(async (trx) => {
        await stopRulesOfPage(trx, author, id);
        await endScheduleOfPage(trx, author, id);
        await pageGroupsRepository(trx).forgetPage(author, id);
        const isRemoved = await pagesRepository(trx, secrets).remove(author, id);
        if (isRemoved) await tellOwner(trx, author, 'page_removed', [{ facebookPageId: id, pageName: name }]);
        return isRemoved;
      }),
  });
  return {
    ...pages,
    repository,
    /** Asked by what brings posts out. */
    forLoop: pagesRepository(loopDb, secrets),
    warnings,
    login,
    checks,
    routes: [pagesRoutes({ pages, warnings }), pageGroupsRoutes({ db, pages: repository })],
    jobs: [checkPagesJob({ checks })] satisfies Job[],
  };
}
export type Pages = ReturnType<typeof createPages>;
