import type { Knex } from 'knex';
import type { AccessType, Role } from '../../contract/access.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import { tokensRepository } from '../tokens/tokens.repository.ts';
import type { ListedPerson } from './access.repository.ts';
import { changesByAdmins } from './changes-by-admins.ts';

const GONE = 'This entry no longer exists.';

interface NewEntry {
  readonly facebookId: string;
  readonly name: string;
  readonly type: AccessType;
  readonly role?: Role | undefined;
}

export interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
}

/** Who may come in, as administrators decide it. Nothing here can leave this deployment without an administrator. */
export function accessService(deps: Deps) {
  const { change, keepOneAdmin, refuseForFixedAdmin } = changesByAdmins(deps);
  return {
    /** Adds a person, or changes the entry that they have: a denied login becomes allowed or blocked this way too. */
    add: (actor: Actor, entry: NewEntry): Promise<ListedPerson> =>
      change(actor, async (trx, access) => {
        const before = await access.findListed(entry.facebookId);
        refuseForFixedAdmin(entry, entry.type === 'whitelist');
        const saved = await access.save({ ...entry, role: roleOf(entry, before) });
        await keepOneAdmin(access, before, saved);
        // Who is let in again later makes new ones.
        if (saved.type === 'blacklist') await tokensRepository(trx).removeAllOf(saved.facebookId);
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
        await tokensRepository(trx).removeAllOf(removed.facebookId);
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
