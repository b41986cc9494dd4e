import type { Knex } from 'knex';
import { MOCKABLE_PEOPLE_SHOWN } from '../../contract/impersonation.ts';
import type { Environment } from '../../contract/common.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnauthorizedError,
} from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import { accessRepository } from '../access/access.repository.ts';
import { auditRepository, actorOf } from '../audit/audit.repository.ts';
import { IMPERSONATION_MINUTES, sessionsRepository } from '../sessions/sessions.repository.ts';
import { mockablePeopleRepository } from './mockable-people.repository.ts';
import { accountsRepository } from '../users/accounts.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
}

/** Administrators who impersonate users. Each step gives the session another id, for the cookie. */
export function impersonationService({ db, adminIds }: Deps) {
  return {
    /** Whom they may impersonate. */
    list: (session: Session) => mockablePeopleRepository(db).list(session.environment, adminIds, MOCKABLE_PEOPLE_SHOWN),

    /**
     * @throws InvalidInputError for the administrator's own id, ForbiddenError for another administrator's
     * @throws NotFoundError for an id that has no account in this environment and is not allowed
     */
    async start(session: Session, facebookId: string, request: { readonly ip: string }): Promise<string> {
      if (facebookId === session.facebookId)
        throw InvalidInputError.of([{ path: 'facebookId', message: 'Must be the Facebook ID of another user' }]);
      return db.transaction(async (trx) => {
        const person = await accountOf(trx, session.environment, facebookId);
        const entry = await accessRepository(trx).find(facebookId);
        if (adminIds.includes(facebookId) || (entry?.type === 'whitelist' && entry.role === 'admin')) {
          throw new ForbiddenError(`${person.name} is an administrator too. Only users can be impersonated.`);
        }
        const id = await sessionsRepository(trx).impersonate(session.idHash, person.id);
        if (id === null) throw new UnauthorizedError('Please log in.');
        await auditRepository(trx).record(actorOf(session, request), {
          action: 'session.mock-user-set',
          subject: `${person.name} (${facebookId})`,
          after: { facebookId, name: person.name, minutes: IMPERSONATION_MINUTES },
        });
        return id;
      });
    },

    /** @throws ConflictError in a session that impersonates nobody */
    async stop(session: Session, request: { readonly ip: string }): Promise<string> {
      if (session.impersonator === null) throw new ConflictError("You aren't impersonating anyone.");
      return db.transaction(async (trx) => {
        const id = await sessionsRepository(trx).impersonate(session.idHash, null);
        if (id === null) throw new UnauthorizedError('Please log in.');
        await auditRepository(trx).record(actorOf(session, request), {
          action: 'session.mock-user-cleared',
          subject: `${session.name} (${session.facebookId})`,
          before: { facebookId: session.facebookId, name: session.name },
        });
        return id;
      });
    },
  };
}
/** Of who has never logged in but is allowed, one is made. */
async function accountOf(trx: Knex, environment: Environment, facebookId: string) {
  const accounts = accountsRepository(trx);
  const known = await accounts.find(environment, facebookId);
  if (known !== null) return known;
  const name = await mockablePeopleRepository(trx).nameOfAllowed(facebookId);
  if (name !== null) await accounts.prepare(environment, facebookId, name);
  const made = name === null ? null : await accounts.find(environment, facebookId);
  if (made === null)
    throw new NotFoundError(
      `Nobody with the Facebook ID ${facebookId} has logged in to ${environment}, and that ID isn't allowed. ` +
        'Allow it under Access Control first.',
    );
  return made;
}
export type ImpersonationService = ReturnType<typeof impersonationService>;
