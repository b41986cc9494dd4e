import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { TokenKind } from '../../contract/tokens.ts';
import type { Owner } from '../../db/owner.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { pushSubscriptionsRepository } from '../push/push-subscriptions.repository.ts';
import type { Facebook } from '../../facebook/facebook.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Session } from '../../http/session.ts';
import { actorOf, auditRepository } from '../audit/audit.repository.ts';
import { tokensRepository } from '../tokens/tokens.repository.ts';
import type { Access } from '../access/access.feature.ts';
import type { GoneIds } from '../audit/gone-person.ts';
import type { Automation } from '../automation/automation.feature.ts';
import type { DataExports } from '../data-exports/data-exports.feature.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Invitations } from '../invitations/invitations.feature.ts';
import type { Media } from '../media/media.feature.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Publishing } from '../publishing/publishing.feature.ts';
import type { Recurrences } from '../recurrences/recurrences.feature.ts';
import type { Sessions } from '../sessions/sessions.feature.ts';
import type { Users } from '../users/users.feature.ts';
import { accountDeletionService } from './account-deletion.service.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { profilePictureRoutes } from './profile-picture.routes.ts';
import { loginService } from './login.service.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly secrets: SecretBox;
  readonly limits: RateLimits;
  readonly log: Logger;
  readonly configuration: Configuration;
  readonly sessions: Sessions;
  readonly audit: { readonly goneId: GoneIds };
  readonly access: Access;
  readonly invitations: Invitations;
  readonly media: Media;
  readonly dataExports: Pick<DataExports, 'removeAllOf'>;
  readonly users: Users;
  readonly publishing: Publishing;
  readonly facebook: Facebook;
  readonly pages: Pages;
  readonly automation: Automation;
  readonly recurrences: Pick<Recurrences, 'pauseAll'>;
  readonly releaseJudge: Pick<Parameters<typeof accountDeletionService>[0], 'forgetVisitor'>;
}

/** How people come in, and how all that is theirs goes. */
export function createAccounts({
  config,
  db,
  secrets,
  limits,
  log,
  configuration: { currentEnvironment, facebookApp },
  sessions,
  audit: { goneId },
  access,
  invitations: { pending },
  media,
  dataExports,
  users,
  publishing: { scheduleOfOwner },
  facebook: { facebookAccounts },
  pages,
  automation: { stopAutomation },
  recurrences: { pauseAll },
  releaseJudge: { forgetVisitor },
}: Deps) {
  const adminIds = config.ADMIN_FACEBOOK_IDS;
  const login = loginService({ goneId, facebookAccounts, access, users, sessions, pages, adminIds, facebookApp });
  const stopPlanning = async (owner: Owner) => {
    await stopAutomation(owner);
    await pauseAll(owner);
  };
  const deletion = accountDeletionService({
    db,
    goneId,
    scheduleOfOwner,
    stopPlanning,
    media,
    removeExports: dataExports.removeAllOf,
    forgetVisitor,
  });
  return {
    deletion,
    routes: [
      accountsRoutes({
        config,
        cookieName: sessions.cookieName,
        users,
        sessions,
        access,
        login,
        facebookAccounts,
        deletion,
        pending,
        log,
        currentEnvironment,
        facebookApp,
        endPrograms: endingPrograms(db),
        forgetBrowsers: pushSubscriptionsRepository(db, secrets).removeAllOf,
        loginLimit: limits.perMinute('login', config.LOGIN_RATE_LIMIT),
      }),
      profilePictureRoutes({ users, facebookAccounts, log, facebookApp }),
    ],
  };
}

/** Ends the tokens and connections of a person that are of these kinds, in every environment, on record. */
function endingPrograms(db: Knex) {
  return (session: Session, request: { readonly ip: string }, kinds: readonly TokenKind[]): Promise<void> =>
    db.transaction(async (trx) => {
      for (const subject of await tokensRepository(trx).removeAllOf(session.facebookId, kinds))
        await auditRepository(trx).record(actorOf(session, request), { action: 'tokens.revoked', subject });
    });
}
export type Accounts = ReturnType<typeof createAccounts>;
