import type { Knex } from 'knex';
import type { PageId, UserId } from '../../contract/ids.ts';
import pMap from 'p-map';
import type { Logger } from 'pino';
import type { Environment } from '../../contract/common.ts';
import type { Owner } from '../../db/owner.ts';
import type { CallBudget } from '../../facebook/call-budget.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { GraphError, isGraphFailure } from '../../facebook/graph-errors.ts';
import type { Patience } from '../../facebook/patience.ts';
import type { FacebookAccounts } from '../../facebook/facebook-accounts.ts';
import type { LostLogin } from './lost-login.ts';
import type { PageChecksRepository } from './page-checks.repository.ts';
import type { PageProblem } from '../../problems/problem.ts';
import { askingOnce, nullOfFailure } from './person-facts.ts';
import { checkingPage } from './check-page.ts';

const AT_ONCE = 4;
const CLAIMED_AT_ONCE = 20;
/** What one run of the job looks at, at most. */
const PAGES_A_RUN = 200;

export interface Deps {
  readonly db: Knex;
  readonly checks: PageChecksRepository;
  readonly facebookAccounts: FacebookAccounts;
  readonly budget: CallBudget;
  readonly log: Logger;
  facebookApp(environment: Environment): FacebookApp | null;
  /** The person's own long-lived token, or null. */
  userToken(userId: UserId): Promise<string | null>;
  /** Posts of this page keep their places until its owner has done something about it. */
  holdPage(trx: Knex.Transaction, facebookPageId: PageId, problem: PageProblem): Promise<void>;
  /** Posts that waited for these pages may go out again. */
  releasePages(pageIds: readonly PageId[]): Promise<void>;
  readonly login: Pick<LostLogin, 'markPages'>;
  /** Posts that wait for a page with which nothing is wrong. */
  releaseForgotten(): Promise<void>;
}

/** Asks Facebook about tokens before posts depend on the answer. */
export function pageChecksService(deps: Deps) {
  const { checks, budget, log, facebookApp, releaseForgotten } = deps;
  const { check } = checkingPage(deps);
  const { people } = askingOnce(deps);
  return {
    /** Asks about every page of this person now. Where Facebook does not answer, what was known stands. */
    async checkOwner(owner: Owner, app: FacebookApp, waiting: Patience): Promise<void> {
      const person = people(waiting);
      await pMap(
        await checks.ofOwner(owner),
        async (page) => {
          await check(page, app, person(page, app), waiting).catch(nullOfFailure);
        },
        { concurrency: AT_ONCE * 2 },
      );
    },

    /** Takes the checks that are due, as far as Facebook's call budgets and one run go. */
    async run(): Promise<void> {
      await releaseForgotten();
      const person = people();
      let isRefused = false;
      for (let taken = 0; taken < PAGES_A_RUN && !isRefused;) {
        const claimed = await checks.claim(CLAIMED_AT_ONCE);
        if (claimed.length === 0) return;
        taken += claimed.length;
        await pMap(
          claimed,
          async (page) => {
            const app = facebookApp(page.owner.environment);
            if (app === null || isRefused || !budget.allowsBackgroundRead(page.pageId, app.appId)) return;
            try {
              await check(page, app, person(page, app));
            } catch (error) {
              if (!isGraphFailure(error)) throw error;
              isRefused ||= error instanceof GraphError && error.kind === 'rate-limited';
              log.info({ pageId: page.pageId, err: error }, 'page.check-without-answer');
            }
          },
          { concurrency: AT_ONCE, stopOnError: false },
        );
      }
    },
  };
}
export type PageChecksService = ReturnType<typeof pageChecksService>;
