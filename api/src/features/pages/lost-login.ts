import type { Knex } from 'knex';
import type { PageId, UserId } from '../../contract/ids.ts';
import type { Logger } from 'pino';
import type { Owner } from '../../db/owner.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { GraphError } from '../../facebook/graph-errors.ts';
import type { FacebookAccounts } from '../../facebook/facebook-accounts.ts';
import { patience } from '../../facebook/patience.ts';
import { loginOver } from '../../problems/page-problems.ts';
import type { PageProblem } from '../../problems/problem.ts';
import type { PagesRepository } from './pages.repository.ts';
import { loginLives } from './login-lives.ts';
import { pageAccessRepository } from './page-access.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly facebookAccounts: FacebookAccounts;
  readonly log: Logger;
  /** In a transaction. */
  pagesIn(trx: Knex.Transaction): PagesRepository;
  /** The person's own long-lived token, or null. */
  userToken(userId: UserId): Promise<string | null>;
  /** Posts of this page keep their places until its owner has done something about it. */
  holdPage(trx: Knex.Transaction, facebookPageId: PageId, problem: PageProblem): Promise<void>;
}

/** A page whose token Facebook has just refused. */
export interface RefusedPage {
  readonly id: PageId;
  readonly owner: Owner;
  readonly usedToken: string;
  readonly app: FacebookApp;
}

/** Tells the end of a person's login, which concerns every page that came by it, from the end of one page's token. */
export function lostLogin({ db, facebookAccounts, log, pagesIn, userToken, holdPage }: Deps) {
  /**
   * One page's token may be dead for any reason while the person's own lives, whatever the refusal says. Where Facebook
   * answers nothing about the person's, that page is held alone: its check comes within a minute and asks again, and
   * the other pages lose no post to a guess. No question is repeated here, because the lease of a post runs meanwhile.
   */
  async function isOver({ owner, app }: RefusedPage, { kind }: GraphError): Promise<boolean> {
    if (kind !== 'auth') return false;
    const own = await userToken(owner.userId);
    return own !== null && (await loginLives(facebookAccounts, app, own, patience(0))) === false;
  }

  /**
   * Notes it on every page of the person with which nothing was wrong so far, and holds their posts.
   * @returns false when `isStillSo` says no
   */
  async function markPages(
    owner: Owner,
    isStillSo: (pages: PagesRepository) => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    return db.transaction(async (trx) => {
      const access = pageAccessRepository(trx);
      const pages = await access.lockWorking(owner);
      if (!(await isStillSo(pagesIn(trx)))) return false;
      for (const { id, name } of pages) {
        const problem = loginOver(name);
        if (await access.breakOff(id, problem)) await holdPage(trx, id, problem);
      }
      log.info({ userId: owner.userId, pages: pages.length }, 'page.login-over');
      return true;
    });
  }

  return {
    markPages,

    /** @returns whether it was the login, of the token that the page still has: then all of its pages say so by now */
    async isWhy(page: RefusedPage, error: Error): Promise<boolean> {
      if (!(error instanceof GraphError) || !(await isOver(page, error))) return false;
      // Who has logged in again meanwhile has other tokens: what was said of the old ones is over.
      return markPages(page.owner, (pages) => pages.hasToken(page.id, page.usedToken));
    },
  };
}
export type LostLogin = ReturnType<typeof lostLogin>;
