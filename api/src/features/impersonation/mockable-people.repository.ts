import type { Knex } from 'knex';
import type { MockablePerson } from '../../contract/impersonation.ts';
import type { Environment } from '../../contract/common.ts';

interface PersonRow {
  facebook_id: string;
  name: string;
  has_account: boolean;
}

/**
 * Who has an account in this environment or may come in, and is neither blocked nor an administrator. Someone who
 * deleted their account is nobody any more.
 */
const MOCKABLE = `
  select coalesce(u.facebook_id, e.facebook_id) as facebook_id, coalesce(u.name, e.name) as name,
    u.id is not null as has_account
  from (select * from users where environment = :environment) u
    full join access_entries e on e.facebook_id = u.facebook_id
  where coalesce(e.type = 'whitelist' and e.role = 'user', true)
    and coalesce(u.facebook_id, e.facebook_id) ~ '^[0-9]+$' and coalesce(u.facebook_id, e.facebook_id) <> all(:adminIds)
  order by lower(coalesce(u.name, e.name)), 1 limit :limit`;

/** Whom an administrator may impersonate. */
export function mockablePeopleRepository(db: Knex) {
  return {
    async list(environment: Environment, adminIds: readonly string[], limit: number): Promise<MockablePerson[]> {
      const { rows } = await db.raw<{ rows: PersonRow[] }>(MOCKABLE, { environment, adminIds: [...adminIds], limit });
      return rows.map((row) => ({ facebookId: row.facebook_id, name: row.name, hasAccount: row.has_account }));
    },

    /** The name of somebody who is allowed, as the access list has it; null for everybody else. */
    async nameOfAllowed(facebookId: string): Promise<string | null> {
      const allowed = db<{ facebook_id: string; type: string; name: string }>('access_entries');
      const row = await allowed.where({ facebook_id: facebookId, type: 'whitelist' }).first('name');
      return row?.name ?? null;
    },
  };
}
