import { isGraphFailure } from '../../facebook/graph-errors.ts';
import type { Owner } from '../../db/owner.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import type { Patience } from '../../facebook/patience.ts';
import { loginLives } from './login-lives.ts';
import type { PageToCheck } from './page-checks.repository.ts';
import type { Deps } from './page-checks.service.ts';

/** What is asked of Facebook once for all pages of a person. */
export function askingOnce({ facebookAccounts, userToken }: Deps) {
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
        const pages = await facebookAccounts.pages(app, own, waiting).catch(nullOfFailure);
        return pages === null
          ? null
          : new Map(pages.flatMap(({ id, tasks }) => (tasks === undefined ? [] : [[id, tasks]])));
      }),
      isLoggedOut: once(async () => {
        const own = await token();
        return own !== null && (await loginLives(facebookAccounts, app, own, waiting)) === false;
      }),
    };
  }

  return { people };
}

/** What can be asked once for all pages of a person. */
export interface PersonFacts {
  /** The person's tasks by Facebook's id of the page; null where Facebook would not say. */
  tasks(): Promise<ReadonlyMap<string, readonly string[]> | null>;
  isLoggedOut(): Promise<boolean>;
}

export function nullOfFailure(error: unknown): null {
  if (!isGraphFailure(error)) throw error;
  return null;
}

export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= ask());
}
