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
import type { FacebookAccounts, TokenFacts } from '../../facebook/facebook-accounts.ts';
import type { LostLogin } from './lost-login.ts';
import { problemOf, PUBLISHING_TASK } from './page-health.ts';
import { loginOver } from '../../problems/page-problems.ts';
import type { PageChecksRepository, PageToCheck } from './page-checks.repository.ts';
import { CODE, type PageProblem } from '../../problems/problem.ts';

const AT_ONCE = 4;
const CLAIMED_AT_ONCE = 20;
/** What one run of the job looks at, at most. */
const PAGES_A_RUN = 200;

interface Deps {
  readonly db: Knex;
  readonly checks: PageChecksRepository;
  readonly facebook: FacebookAccounts;
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

/** What can be asked once for all pages of a person. */
interface PersonFacts {
  /** The person's tasks by Facebook's id of the page; null where Facebook would not say. */
  tasks(): Promise<ReadonlyMap<string, readonly string[]> | null>;
  isLoggedOut(): Promise<boolean>;
}

/** Asks Facebook about tokens before posts depend on the answer. */
export function pageChecksService({
  db,
  checks,
  facebook,
  budget,
  log,
  facebookApp,
  userToken,
  login,
  holdPage,
  releasePages,
  releaseForgotten,
}: Deps) {
  /** Of pages of one run: each person is asked about once. */
  function people(waiting?: Patience) {
    const known = new Map<number, PersonFacts>();
    return ({ owner }: PageToCheck, app: FacebookApp): PersonFacts => {
      const found = known.get(owner.userId) ?? personFacts(owner, app, waiting);
      known.set(owner.userId, found);
      return found;
    };
  }

  function personFacts({ userId }: Owner, app: FacebookApp, waiting?: Patience): PersonFacts {
    const token = once(() => userToken(userId));
    return {
      tasks: once(async () => {
        const own = await token();
        if (own === null) return null;
        // A list that does not come proves nothing: what was known stands.
        const pages = await facebook.pages(app, own, waiting).catch(nullOfFailure);
        return pages === null
          ? null
          : new Map(pages.flatMap(({ id, tasks }) => (tasks === undefined ? [] : [[id, tasks]])));
      }),
      isLoggedOut: once(async () => {
        const own = await token();
        const facts = own === null ? null : await facebook.inspect(app, own, waiting).catch(nullOfFailure);
        return facts !== null && !facts.isValid;
      }),
    };
  }

  /** @throws GraphError or GraphTransportError when Facebook does not answer, which proves nothing */
  async function check(page: PageToCheck, app: FacebookApp, person: PersonFacts, waiting?: Patience): Promise<void> {
    if (!(await checks.isCurrent(page))) return;
    const facts = await facebook.inspect(app, page.token, waiting);
    const tasks = facts.isValid ? (await person.tasks())?.get(page.pageId) : undefined;
    const canPublish = tasks?.includes(PUBLISHING_TASK) ?? page.canPublish;
    const own = problemOf(facts, { ...page, canPublish }, app.appId);
    // One page's token may be dead while its siblings live: only when the person's own is dead too is it the login that is over.
    const isLoginOver = own?.code === CODE.reconnect && !facts.isValid && (await person.isLoggedOut());
    const found = isLoginOver ? loginOver(page.name) : own;
    const recorded = await record(page, facts, found, canPublish);
    if (recorded === 'stale') return;
    if (recorded.isHealed) await releasePages([page.id]);
    if (found === null) return;
    log.info({ pageId: page.pageId, problem: found.code, subcode: facts.subcode }, 'page.cannot-be-posted-to');
    if (isLoginOver) await login.markPages(page.owner);
  }

  function record(page: PageToCheck, facts: TokenFacts, found: PageProblem | null, canPublish: boolean) {
    return db.transaction(async (trx) => {
      const recorded = await checks.record(trx, page, facts, found, canPublish);
      if (recorded !== 'stale' && recorded.problem !== null) await holdPage(trx, page.id, recorded.problem);
      return recorded;
    });
  }

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

function nullOfFailure(error: unknown): null {
  if (!isGraphFailure(error)) throw error;
  return null;
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= ask());
}
