import type { Knex } from 'knex';
import type { AccessType, Role } from '../../contract/admin.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { auditRepository, type Doer } from '../audit/audit.repository.ts';
import { accessRepository, type ListedPerson } from './access.repository.ts';

const LAST_ADMIN = 'This is the last administrator. Make somebody else an administrator first.';
const FIXED_ADMIN = 'This person is an administrator by the settings of the server (ADMIN_FACEBOOK_IDS) and stays one.';
const GONE = 'This entry does not exist any more.';

interface NewEntry {
  readonly facebookId: string;
  readonly name: string;
  readonly type: AccessType;
  readonly role?: Role | undefined;
}

/** Who may come in, as administrators decide it. Nothing here can leave the house without an administrator. */
export function accessService({ db, adminIds }: { db: Knex; adminIds: readonly string[] }) {
  /** One change at a time, so that two administrators cannot take each other's role at once. */
  function change<Result>(work: (trx: Knex.Transaction, access: ReturnType<typeof accessRepository>) => Promise<Result>): Promise<Result> {
    return db.transaction(async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(hashtext('access_entries'))");
      const result = await work(trx, accessRepository(trx));
      if (adminIds.length === 0 && !(await accessRepository(trx).hasAdmin())) throw new ConflictError(LAST_ADMIN);
      return result;
    });
  }

  function refuseForFixedAdmin({ facebookId }: { facebookId: string }, staysAdmin: boolean): void {
    if (!staysAdmin && adminIds.includes(facebookId)) throw new ConflictError(FIXED_ADMIN);
  }

  return {
    /** Adds a person, or changes the entry that they have: a denied login becomes allowed or blocked this way too. */
    add: (doer: Doer, entry: NewEntry): Promise<ListedPerson> => change(async (trx, access) => {
      const before = await access.findListed(entry.facebookId);
      // Who is let in once more keeps their role: roles are changed by name.
      const kept = before?.type === 'whitelist' ? before.role : 'user';
      const role = entry.type === 'blacklist' ? 'user' : entry.role === 'admin' ? 'admin' : kept;
      refuseForFixedAdmin(entry, entry.type === 'whitelist');
      const saved = await access.save({ ...entry, role });
      await auditRepository(trx).record(doer, {
        action: before === null ? 'access.added' : 'access.changed', subject: subjectOf(saved), before: before === null ? null : factsOf(before), after: factsOf(saved),
      });
      return saved;
    }),

    /** @throws NotFoundError, or ConflictError where no administrator would be left */
    remove: (doer: Doer, id: number): Promise<void> => change(async (trx, access) => {
      const removed = await access.removeListed(id);
      if (removed === null) throw new NotFoundError(GONE);
      if (removed.type === 'whitelist') refuseForFixedAdmin(removed, removed.role !== 'admin');
      await auditRepository(trx).record(doer, { action: 'access.removed', subject: subjectOf(removed), before: factsOf(removed) });
    }),

    /** @throws NotFoundError, or ConflictError for a blocked person and where no administrator would be left */
    changeRole: (doer: Doer, id: number, role: Role): Promise<ListedPerson> => change(async (trx, access) => {
      const before = await access.findListedById(id);
      if (before === null) throw new NotFoundError(GONE);
      if (before.type === 'blacklist') throw new ConflictError('A blocked person has no role. Allow them first.');
      refuseForFixedAdmin(before, role === 'admin');
      const saved = await access.save({ ...before, role });
      if (saved.role !== before.role) {
        await auditRepository(trx).record(doer, { action: 'access.role-changed', subject: subjectOf(saved), before: factsOf(before), after: factsOf(saved) });
      }
      return saved;
    }),
  };
}
export type AccessService = ReturnType<typeof accessService>;

function subjectOf({ name, facebookId }: ListedPerson): string {
  return `${name} (${facebookId})`;
}

function factsOf({ name, type, role }: ListedPerson): object {
  return { name, type, role };
}
