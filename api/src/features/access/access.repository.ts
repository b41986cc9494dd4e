import type { Knex } from 'knex';

export interface AccessEntry {
  readonly type: 'whitelist' | 'blacklist';
  readonly role: 'user' | 'admin';
}

export interface LoginActivity {
  readonly action: 'login' | 'logout' | 'access_denied';
  readonly name: string;
  readonly facebookId: string;
  readonly accessControlType: 'whitelist' | 'blacklist' | 'none';
  readonly ipAddress: string | null;
}

/** Who may come in, and who came. Both are global: they hold in every environment. */
export function accessRepository(db: Knex) {
  return {
    async find(facebookId: string): Promise<AccessEntry | null> {
      return (await db<AccessEntry & { facebook_id: string }>('access_entries').where({ facebook_id: facebookId }).first('type', 'role')) ?? null;
    },

    /** Lets somebody in as a plain user; an entry that is there already stays as it is. Answers whether there was none. */
    async whitelist(facebookId: string, name: string): Promise<boolean> {
      const added = await db('access_entries').insert({ facebook_id: facebookId, name, type: 'whitelist', role: 'user' })
        .onConflict('facebook_id').ignore().returning('id') as unknown[];
      return added.length === 1;
    },

    async record(activity: LoginActivity): Promise<void> {
      await db('login_activities').insert({
        action: activity.action, name: activity.name, facebook_id: activity.facebookId,
        access_control_type: activity.accessControlType, ip_address: activity.ipAddress,
      });
    },
  };
}
export type AccessRepository = ReturnType<typeof accessRepository>;
