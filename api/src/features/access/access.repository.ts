import type { Knex } from 'knex';
import { containing } from '../../db/like-pattern.ts';

export interface AccessEntry {
  readonly type: 'whitelist' | 'blacklist';
  readonly role: 'user' | 'admin';
}

/** A person on the list of those who may, or may not, come in. */
export interface ListedPerson extends AccessEntry {
  readonly id: number;
  readonly facebookId: string;
  readonly name: string;
}

export interface LoginActivity {
  readonly action: 'login' | 'logout' | 'access_denied';
  readonly name: string;
  readonly facebookId: string;
  readonly accessControlType: 'whitelist' | 'blacklist' | 'none';
  readonly ipAddress: string | null;
}

interface ShownActivity extends LoginActivity {
  readonly id: number;
  readonly currentAccess: LoginActivity['accessControlType'];
  readonly createdAt: Date;
}

interface ListedRow {
  id: number;
  facebook_id: string;
  name: string;
  type: AccessEntry['type'];
  role: AccessEntry['role'];
}

interface ActivityRow {
  id: number;
  action: LoginActivity['action'];
  name: string;
  facebook_id: string;
  access_control_type: LoginActivity['accessControlType'];
  current_access: LoginActivity['accessControlType'];
  ip_address: string | null;
  created_at: Date;
}

/** Who may come in, and who came. Both are global: they hold in every environment. */
export function accessRepository(db: Knex) {
  return {
    ...logins(db),
    ...listedPeople(db),

    /** One change of the list at a time, until the end of the transaction that `db` is. */
    async lock(): Promise<void> {
      await db.raw("select pg_advisory_xact_lock(hashtext('access_entries'))");
    },

    /**
     * The entry of somebody whose account is gone stays, under another id and name. Of two the later decision counts.
     */
    async rename(facebookId: string, to: { readonly id: string; readonly name: string }): Promise<void> {
      const isListed = (await db('access_entries').where({ facebook_id: facebookId }).first('id')) !== undefined;
      if (isListed) await db('access_entries').where({ facebook_id: to.id }).delete();
      await db('access_entries').where({ facebook_id: facebookId }).update({ facebook_id: to.id, name: to.name });
    },

    async find(facebookId: string): Promise<AccessEntry | null> {
      return (
        (await db<AccessEntry & { facebook_id: string }>('access_entries')
          .where({ facebook_id: facebookId })
          .first('type', 'role')) ?? null
      );
    },

    /**
     * Lets somebody in as a plain user; an entry that is there already stays as it is. Answers whether there was none.
     */
    async whitelist(facebookId: string, name: string): Promise<boolean> {
      const added = (await db('access_entries')
        .insert({ facebook_id: facebookId, name, type: 'whitelist', role: 'user' })
        .onConflict('facebook_id')
        .ignore()
        .returning('id')) as unknown[];
      return added.length === 1;
    },

    /**
     * Somebody who had deleted their account is back: what administrators decided about them is theirs by name again.
     * @param goneId what stood for their id
     */
    async recognize(
      goneId: string,
      { facebookId, name }: { readonly facebookId: string; readonly name: string },
    ): Promise<void> {
      await db('access_entries')
        .where({ facebook_id: goneId })
        .whereNotExists(db('access_entries').where({ facebook_id: facebookId }))
        .update({ facebook_id: facebookId, name });
    },
  };
}

/** As it is now, whatever it was when they came. */
const CURRENT_ACCESS = `coalesce(
  (select e.type from access_entries e where e.facebook_id = login_activities.facebook_id), 'none') as current_access`;

/** Who came, or tried to. */
function logins(db: Knex) {
  return {
    /** Who came, who left and who was turned away, the newest first. @param search part of a name or of an id */
    async activities(
      { action, search }: { action: LoginActivity['action'] | null; search: string },
      pageNumber: number,
      limit: number,
    ) {
      const matching = () =>
        db<ActivityRow>('login_activities').modify((query) => {
          if (action !== null) void query.where('action', action);
          if (search !== '')
            void query.where((either) =>
              either.whereILike('name', containing(search)).orWhereILike('facebook_id', containing(search)),
            );
        });
      const [rows, [count]] = await Promise.all([
        matching()
          .orderBy([
            { column: 'created_at', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .limit(limit)
          .offset((pageNumber - 1) * limit)
          .select('*', db.raw(CURRENT_ACCESS)),
        matching().count<{ total: number }[]>({ total: '*' }),
      ]);
      return { activities: (rows as ActivityRow[]).map(toActivity), total: Number(count?.total ?? 0) };
    },

    async record(activity: LoginActivity): Promise<void> {
      await db('login_activities').insert({
        action: activity.action,
        name: activity.name,
        facebook_id: activity.facebookId,
        access_control_type: activity.accessControlType,
        ip_address: activity.ipAddress,
      });
    },

    /** When they came, and from where. */
    async forgetLogins(facebookId: string): Promise<void> {
      await db('login_activities').where({ facebook_id: facebookId }).delete();
    },
  };
}

/** The list of who may come in, and who may not. */
function listedPeople(db: Knex) {
  return {
    /** Everybody on the list, by name. */
    async list(): Promise<ListedPerson[]> {
      return (
        await db<ListedRow>('access_entries')
          .orderBy([{ column: 'name' }, { column: 'id' }])
          .select('id', 'facebook_id', 'name', 'type', 'role')
      ).map(toListed);
    },

    async findListed(facebookId: string): Promise<ListedPerson | null> {
      const row = await db<ListedRow>('access_entries')
        .where({ facebook_id: facebookId })
        .first('id', 'facebook_id', 'name', 'type', 'role');
      return row === undefined ? null : toListed(row);
    },

    async findListedById(id: number): Promise<ListedPerson | null> {
      const row = await db<ListedRow>('access_entries')
        .where({ id })
        .first('id', 'facebook_id', 'name', 'type', 'role');
      return row === undefined ? null : toListed(row);
    },

    /** Adds a person, or changes their entry. */
    async save({ facebookId, name, type, role }: Omit<ListedPerson, 'id'>): Promise<ListedPerson> {
      const [row] = await db<ListedRow>('access_entries')
        .insert({ facebook_id: facebookId, name, type, role })
        .onConflict('facebook_id')
        .merge(['name', 'type', 'role'])
        .returning(['id', 'facebook_id', 'name', 'type', 'role']);
      if (row === undefined) throw new Error('The entry was not stored');
      return toListed(row);
    },

    /** Takes a person off the list. @returns who it was, or null */
    async removeListed(id: number): Promise<ListedPerson | null> {
      const [row] = await db<ListedRow>('access_entries')
        .where({ id })
        .delete()
        .returning(['id', 'facebook_id', 'name', 'type', 'role']);
      return row === undefined ? null : toListed(row);
    },

    /**
     * Whether an administrator can come in right now: one who has logged in to the environment that is shown.
     * Somebody who is only written on the list may be a slip of the pen.
     * @param adminIds people who are always administrators
     */
    async hasAdminWhoCame(adminIds: readonly string[]): Promise<boolean> {
      const { rows } = await db.raw<{ rows: { found: boolean }[] }>(
        `
        select exists (
          select from users u left join access_entries a on a.facebook_id = u.facebook_id
          where u.environment = (select mode from api_config)
            and (u.facebook_id = any(?::text[]) or (a.type = 'whitelist' and a.role = 'admin'))
        ) as found`,
        [[...adminIds]],
      );
      return rows[0]?.found === true;
    },
  };
}
export type AccessRepository = ReturnType<typeof accessRepository>;

function toListed(row: ListedRow): ListedPerson {
  return { id: row.id, facebookId: row.facebook_id, name: row.name, type: row.type, role: row.role };
}

function toActivity(row: ActivityRow): ShownActivity {
  return {
    id: row.id,
    action: row.action,
    name: row.name,
    facebookId: row.facebook_id,
    accessControlType: row.access_control_type,
    currentAccess: row.current_access,
    ipAddress: row.ip_address,
    createdAt: row.created_at,
  };
}
