import type { Environment } from '../../contract/common.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { noFacebookApp } from '../../facebook/no-facebook-app.ts';
import { patience } from '../../facebook/patience.ts';
import { ForbiddenError, UnauthorizedError } from '../../http/errors.ts';
import type { Access } from '../access/access.feature.ts';
import type { AccessEntry } from '../access/access.repository.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { FacebookAccounts } from '../../facebook/facebook-accounts.ts';
import type { GoneIds } from '../audit/gone-person.ts';
import type { Person, UsersRepository } from '../users/users.repository.ts';
import { askingFacebook, fromFacebook } from './ask-facebook.ts';

export interface Deps {
  readonly facebookAccounts: FacebookAccounts;
  readonly access: Access;
  readonly users: UsersRepository;
  readonly sessions: SessionsRepository;
  readonly pages: PagesService;
  readonly adminIds: readonly string[];
  facebookApp(environment: Environment): FacebookApp | null;
  readonly goneId: GoneIds;
}

interface LoginClaim {
  readonly userId: string;
  readonly accessToken: string;
  readonly ip: string;
  /** The browser's, kept for who has not chosen one. */
  readonly browserTimeZone: string | null;
  /** The administrator who has just switched the environment in this browser. */
  readonly carried: { readonly facebookId: string; readonly name: string } | null;
}

/** Facebook vouches for this person, and they are in no list. */
export class NotInvitedError extends UnauthorizedError {
  readonly person: Person;
  constructor(person: Person) {
    super('You need an invitation to use Pagecast.', {
      requiresInvitation: true,
      facebookId: person.facebookId,
      name: person.name,
    });
    this.person = person;
  }
}

/**
 * Lets people in. Nothing that the browser claims is believed: Facebook is asked about the token, the person and the
 * pages.
 */
export function loginService(deps: Deps) {
  const { facebookAccounts, access, users, sessions, pages, adminIds, facebookApp, goneId } = deps;
  const { askFacebook } = askingFacebook(deps);
  return {
    /**
     * @returns the id for the session cookie, and the person
     * @throws UnauthorizedError when Facebook does not vouch for the token
     * @throws NotInvitedError when the person is in no list
     * @throws ForbiddenError when the person is blocked (`type: blacklist`) or withheld a permission
     */
    async login(
      claim: LoginClaim,
      environment: Environment,
    ): Promise<{ sessionId: string; person: Person; isAdmin: boolean }> {
      const app = facebookApp(environment);
      if (app === null) throw noFacebookApp();
      const waiting = patience();
      const { person, token, seen } = await askFacebook(app, claim, waiting);

      await access.recognize(goneId(person.facebookId), person);
      const entry = await carriedOver(claim, person, environment, await access.find(person.facebookId));
      const isListedAdmin = adminIds.includes(person.facebookId);
      const facts = { name: person.name, facebookId: person.facebookId, ipAddress: claim.ip };
      if (!isListedAdmin && entry?.type !== 'whitelist') {
        await access.record({ ...facts, action: 'access_denied', accessControlType: entry?.type ?? 'none' });
        if (entry?.type === 'blacklist')
          throw new ForbiddenError('Your account has been blocked from accessing this application.', {
            type: 'blacklist',
          });
        throw new NotInvitedError(person);
      }

      const found = await fromFacebook(() => facebookAccounts.pages(app, token.value, waiting));
      const userId = await users.save(environment, person, token, claim.browserTimeZone);
      await pages.saveAll({ userId, environment }, found, seen);
      await access.record({ ...facts, action: 'login', accessControlType: entry?.type ?? 'none' });
      return { sessionId: await sessions.create(userId), person, isAdmin: isListedAdmin || entry?.role === 'admin' };
    },
  };

  /**
   * Whoever switches the environment comes along as the administrator they are; by the same name, since Facebook gives
   * them another id there.
   */
  async function carriedOver(
    { carried, ip }: LoginClaim,
    person: Person,
    environment: Environment,
    entry: AccessEntry | null,
  ): Promise<AccessEntry | null> {
    if (carried === null || carried.name !== person.name || entry?.type === 'blacklist' || entry?.role === 'admin')
      return entry;
    return access.add(
      { person: carried, impersonated: null, environment, ip },
      { facebookId: person.facebookId, name: person.name, type: 'whitelist', role: 'admin' },
    );
  }
}
export type LoginService = ReturnType<typeof loginService>;
