import type { Knex } from 'knex';
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
import { accountsRepository } from '../users/accounts.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
}

/** Administrators who impersonate users. Each step gives the session another id, for the cookie. */
export function impersonationService({ db, adminIds }: Deps) {
  return {
    /**
     * @throws InvalidInputError for the administrator's own id, ForbiddenError for another administrator's
     * @throws NotFoundError when nobody of this environment has that id
     */
    async start(session: Session, facebookId: string, request: { readonly ip: string }): Promise<string> {
      if (facebookId === session.facebookId)
        throw InvalidInputError.of([
          { path: 'facebookId', message: 'Is your own. Enter the Facebook ID of another user' },
        ]);
      return db.transaction(async (trx) => {
        const person = await accountsRepository(trx).find(session.environment, facebookId);
        if (person === null)
          throw new NotFoundError(
            `Nobody with the Facebook ID ${facebookId} has logged in to ${session.environment} yet.`,
          );
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
      if (session.impersonator === null) throw new ConflictError('You are not impersonating anybody.');
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
export type ImpersonationService = ReturnType<typeof impersonationService>;
