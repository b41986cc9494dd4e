import type { Knex } from 'knex';
import type { AccessType, Role } from '../../contract/admin.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../http/errors.ts';
import { auditRepository, COMMAND_LINE, type Actor } from '../audit/audit.repository.ts';
import { accessRepository, type AccessEntry, type AccessRepository, type ListedPerson } from './access.repository.ts';

const LAST_ADMIN = 'This is the last administrator. Make somebody else an administrator first.';
const LAST_WHO_CAME = 'This is the last administrator who has logged in here. Let another one log in first.';
const FIXED_ADMIN = 'This person is an administrator by the settings of the server (ADMIN_FACEBOOK_IDS) and stays one.';
const GONE = 'This entry does not exist any more.';

interface NewEntry {
  readonly facebookId: string;
  readonly name: string;
  readonly type: AccessType;
  readonly role?: Role | undefined;
}

/** Who may come in, as administrators decide it. Nothing here can leave this deployment without an administrator. */
export function accessService({ db, adminIds }: { db: Knex; adminIds: readonly string[] }) {
  /** One change at a time, each by somebody who still is an administrator then: two cannot take each other's role at once. */
  function change<Result>(
    actor: Actor,
    work: (trx: Knex.Transaction, access: AccessRepository) => Promise<Result>,
  ): Promise<Result> {
    return db.transaction(async (trx) => {
      const access = accessRepository(trx);
      await access.lock();
      if (!(await mayChange(access, actor))) throw new ForbiddenError('You are not an administrator any more.');
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

  return {
    /** Adds a person, or changes the entry that they have: a denied login becomes allowed or blocked this way too. */
    add: (actor: Actor, entry: NewEntry): Promise<ListedPerson> =>
      change(actor, async (trx, access) => {
        const before = await access.findListed(entry.facebookId);
        refuseForFixedAdmin(entry, entry.type === 'whitelist');
        const saved = await access.save({ ...entry, role: roleOf(entry, before) });
        await keepOneAdmin(access, before, saved);
        await auditRepository(trx).record(actor, {
          action: before === null ? 'access.added' : 'access.changed',
          subject: subjectOf(saved),
          before: before === null ? null : factsOf(before),
          after: factsOf(saved),
        });
        return saved;
      }),

    /** @throws NotFoundError, or ConflictError where no administrator would be left */
    remove: (actor: Actor, id: number): Promise<void> =>
      change(actor, async (trx, access) => {
        const removed = await access.removeListed(id);
        if (removed === null) throw new NotFoundError(GONE);
        if (removed.type === 'whitelist') refuseForFixedAdmin(removed, removed.role !== 'admin');
        await keepOneAdmin(access, removed, null);
        await auditRepository(trx).record(actor, {
          action: 'access.removed',
          subject: subjectOf(removed),
          before: factsOf(removed),
        });
      }),

    /** @throws NotFoundError, or ConflictError for a blocked person and where no administrator would be left */
    changeRole: (actor: Actor, id: number, role: Role): Promise<ListedPerson> =>
      change(actor, async (trx, access) => {
        const before = await access.findListedById(id);
        if (before === null) throw new NotFoundError(GONE);
        if (before.type === 'blacklist') throw new ConflictError('A blocked person has no role. Allow them first.');
        refuseForFixedAdmin(before, role === 'admin');
        const saved = await access.save({ ...before, role });
        await keepOneAdmin(access, before, saved);
        if (saved.role !== before.role) {
          await auditRepository(trx).record(actor, {
            action: 'access.role-changed',
            subject: subjectOf(saved),
            before: factsOf(before),
            after: factsOf(saved),
          });
        }
        return saved;
      }),
  };
}
export type AccessService = ReturnType<typeof accessService>;

function isAdmin(entry: AccessEntry | null): boolean {
  return entry?.type === 'whitelist' && entry.role === 'admin';
}

/** Who is let in once more keeps their role: roles are changed by name. */
function roleOf({ type, role }: NewEntry, before: ListedPerson | null): Role {
  if (type === 'blacklist') return 'user';
  if (role === 'admin') return 'admin';
  return before?.type === 'whitelist' ? before.role : 'user';
}

function subjectOf({ name, facebookId }: ListedPerson): string {
  return `${name} (${facebookId})`;
}

function factsOf({ name, type, role }: ListedPerson): object {
  return { name, type, role };
}
