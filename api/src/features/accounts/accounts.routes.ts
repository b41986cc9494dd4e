import Router from '@koa/router';
import type { Logger } from 'pino';
import { done, type Environment } from '../../contract/common.ts';
import * as contract from '../../contract/session.ts';
import { deleteAllData } from '../../contract/settings.ts';
import { TOKEN_KINDS, type TokenKind } from '../../contract/tokens.ts';
import type { Config } from '../../config/config.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { noFacebookApp } from '../../facebook/no-facebook-app.ts';
import { handle } from '../../http/handle.ts';
import type { Session } from '../../http/session.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import type { AccessRepository } from '../access/access.repository.ts';
import type { AccountDeletionService } from './account-deletion.service.ts';
import { ABSOLUTE_DAYS, type SessionsRepository } from '../sessions/sessions.repository.ts';
import type { PendingLogins } from '../invitations/pending-login.ts';
import { NotInvitedError, type LoginService } from './login.service.ts';
import type { FacebookAccounts } from '../../facebook/facebook-accounts.ts';
import type { Person, UsersRepository } from '../users/users.repository.ts';

interface Deps {
  readonly config: Pick<
    Config,
    'ADMIN_FACEBOOK_IDS' | 'FB_GRAPH_VERSION' | 'FB_SDK_URL' | 'SUPPORT_EMAIL' | 'FIZTECH_HOST'
  >;
  readonly cookieName: string;
  readonly users: UsersRepository;
  readonly sessions: SessionsRepository;
  readonly access: AccessRepository;
  readonly login: LoginService;
  readonly facebookAccounts: FacebookAccounts;
  readonly deletion: AccountDeletionService;
  /** Who may redeem an invitation code in a browser. */
  readonly pending: PendingLogins;
  readonly loginLimit: RateLimit;
  readonly log: Logger;
  /** Tokens and connections of these kinds open nothing more. */
  endPrograms(session: Session, request: { readonly ip: string }, kinds: readonly TokenKind[]): Promise<void>;
  /** Their browsers are told nothing more. */
  forgetBrowsers(facebookId: string): Promise<void>;
  currentEnvironment(): Environment;
  facebookApp(environment: Environment): FacebookApp | null;
}

/** Programs in which somebody logged in, as they do in a browser. */
const LOGINS = TOKEN_KINDS.filter((kind) => kind !== 'personal');

export function accountsRoutes(deps: Deps): Router {
  const router = new Router();

  loggingIn(router, deps);
  loggingOut(router, deps);
  handle(router, contract.currentUser, async ({ session }) => {
    const { impersonator } = session;
    return {
      ...presentUser(session, session.isAdmin),
      timeZone: session.timeZone,
      areFirstStepsOpen: session.areFirstStepsOpen,
      spacingMinutes: session.spacingMinutes,
      impersonatedBy:
        impersonator === null
          ? null
          : { id: impersonator.facebookId, name: impersonator.name, until: impersonator.until.toISOString() },
    };
  });
  return router;
}

/** How somebody comes in: by Facebook, and with what Facebook says of them. */
function loggingIn(
  router: Router,
  { config, cookieName, sessions, login, pending, loginLimit, currentEnvironment, facebookApp }: Deps,
): void {
  handle(router, contract.facebookConfig, async () => {
    const app = facebookApp(currentEnvironment());
    if (app === null) throw noFacebookApp();
    return {
      appId: app.appId,
      version: config.FB_GRAPH_VERSION,
      sdkUrl: config.FB_SDK_URL,
      supportEmail: config.SUPPORT_EMAIL,
      fiztechHost: config.FIZTECH_HOST,
    };
  });

  handle(router, contract.facebookLogin, async ({ body, session, request }) => {
    await loginLimit(request.ip);
    const former = request.cookies.get(cookieName);
    const carried =
      session === null && former !== undefined ? await sessions.carriedAdmin(former, config.ADMIN_FACEBOOK_IDS) : null;
    const { sessionId, person, isAdmin } = await login
      .login(
        {
          userId: body.userID,
          accessToken: body.accessToken,
          ip: request.ip,
          browserTimeZone: request.browserTimeZone,
          carried,
        },
        currentEnvironment(),
      )
      .catch((error: unknown) => {
        if (error instanceof NotInvitedError) pending.remember(request, error.person);
        throw error;
      });
    if (session !== null) await sessions.remove(session.idHash);
    else if (former !== undefined) await sessions.removeById(former);
    request.cookies.set(cookieName, sessionId, { maxAgeMs: ABSOLUTE_DAYS * 24 * 3_600_000 });
    pending.forget(request);
    return presentUser(person, isAdmin);
  });
}

/** How they leave: this browser, every browser, or for good. */
function loggingOut(router: Router, deps: Deps): void {
  const { cookieName, sessions, access, deletion, endPrograms, forgetBrowsers } = deps;
  async function recordLogout({ facebookId, name }: { facebookId: string; name: string }, ip: string): Promise<void> {
    const entry = await access.find(facebookId);
    await access.record({
      action: 'logout',
      name,
      facebookId,
      accessControlType: entry?.type ?? 'none',
      ipAddress: ip,
    });
  }

  handle(router, contract.logout, async ({ session, request }) => {
    if (session !== null) {
      await sessions.remove(session.idHash);
      await recordLogout(session.impersonator ?? session, request.ip);
    }
    request.cookies.set(cookieName, null, {});
    return done;
  });

  handle(router, contract.logoutEverywhere, async ({ session, request, body }) => {
    await endPrograms(session, request, body.personalTokens === true ? TOKEN_KINDS : LOGINS);
    await sessions.removeAllOf(session.facebookId);
    await forgetBrowsers(session.facebookId);
    await recordLogout(session, request.ip);
    request.cookies.set(cookieName, null, {});
    return done;
  });

  handle(router, deleteAllData, async ({ session, request }) => {
    const confirmationCode = await deletion.deleteEverything(session);
    request.cookies.set(cookieName, null, {});
    return { ...done, ...(confirmationCode === null ? {} : { confirmationCode }) };
  });
}

function presentUser(person: Person, isAdmin: boolean): contract.User {
  return {
    id: person.facebookId,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    isAdmin,
  };
}
