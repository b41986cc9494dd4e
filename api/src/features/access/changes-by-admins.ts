import type { Knex } from 'knex';
import { ConflictError, ForbiddenError } from '../../http/errors.ts';
import { COMMAND_LINE, type Actor } from '../audit/audit.repository.ts';
import { accessRepository, type AccessEntry, type AccessRepository, type ListedPerson } from './access.repository.ts';
import type { Deps } from './access.service.ts';

const FIXED_ADMIN =
  "The server's settings (ADMIN_FACEBOOK_IDS) make this person an administrator, so their role can't be changed here.";

const LAST_WHO_CAME = 'This is the last administrator who has logged in here. Ask another one to log in first.';

const LAST_ADMIN = 'This is the last administrator. Make somebody else an administrator first.';

/** Changes by administrators, none of which leaves this deployment without one. */
export function changesByAdmins({ db, adminIds }: Deps) {
  /**
   * One change at a time, each by somebody who still is an administrator then: two cannot take each other's role at
   * once.
   */
  function change<Result>(
    actor: Actor,
    work: (trx: Knex.Transaction, access: AccessRepository) => Promise<Result>,
  ): Promise<Result> {
    return db.transaction(async (trx) => {
      const access = accessRepository(trx);
      await access.lock();
      if (!(await mayChange(access, actor))) throw new ForbiddenError("You're no longer an administrator.");
      return work(trx, access);
    });
  }

  async function mayChange(access: AccessRepository, { person }: Actor): Promise<boolean> {
    return (
      person === COMMAND_LINE || adminIds.includes(person.facebookId) || isAdmin(await access.find(person.facebookId))
    );
  }

  /** @throws ConflictError when `before` was an administrator, is none `after`, and nobody else could come in as one */
  async function keepOneAdmin(
    access: AccessRepository,
    before: ListedPerson | null,
    after: ListedPerson | null,
  ): Promise<void> {
    if (!isAdmin(before) || isAdmin(after) || (await access.hasAdminWhoCame(adminIds))) return;
    throw new ConflictError((await access.list()).some(isAdmin) ? LAST_WHO_CAME : LAST_ADMIN);
  }

  function refuseForFixedAdmin({ facebookId }: { facebookId: string }, staysAdmin: boolean): void {
    if (!staysAdmin && adminIds.includes(facebookId)) throw new ConflictError(FIXED_ADMIN);
  }

  return { change, keepOneAdmin, refuseForFixedAdmin };
}

function isAdmin(entry: AccessEntry | null): boolean {
  return entry?.type === 'whitelist' && entry.role === 'admin';
}
