import type { FacebookApp } from '../../facebook/graph-client.ts';
import type { Patience } from '../../facebook/patience.ts';
import type { TokenFacts } from '../../facebook/facebook-accounts.ts';
import { problemOf, PUBLISHING_TASK } from './page-health.ts';
import { loginOver } from '../../problems/page-problems.ts';
import type { PageToCheck } from './page-checks.repository.ts';
import { CODE, type PageProblem } from '../../problems/problem.ts';
import type { Deps } from './page-checks.service.ts';
import type { PersonFacts } from './person-facts.ts';

/** Asks Facebook about the token of one page, and keeps what it says. */
export function checkingPage({ db, checks, facebookAccounts, log, login, holdPage, releasePages }: Deps) {
  /** @throws GraphError or GraphTransportError when Facebook does not answer, which proves nothing */
  async function check(page: PageToCheck, app: FacebookApp, person: PersonFacts, waiting?: Patience): Promise<void> {
    if (!(await checks.isCurrent(page))) return;
    const facts = await facebookAccounts.inspect(app, page.token, waiting);
    const tasks = facts.isValid ? (await person.tasks())?.get(page.pageId) : undefined;
    const canPublish = tasks?.includes(PUBLISHING_TASK) ?? page.canPublish;
    const own = problemOf(facts, { ...page, canPublish }, app.appId);
    // One page's token may be dead while its siblings live: only when the person's own is dead too is it the login that
    // is over.
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

  return { check };
}
