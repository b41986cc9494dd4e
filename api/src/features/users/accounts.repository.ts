import type { Knex } from 'knex';
import type { UserId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import type { Theme } from '../../contract/settings.ts';

interface AccountRow {
  id: UserId;
  environment: Environment;
  facebook_id: string;
  name: string;
  time_zone: string | null;
  theme: Theme;
  last_login_at: Date;
}

/** The accounts of people, without what is sealed. */
export function accountsRepository(db: Knex) {
  const table = () => db<AccountRow>('users');
  return {
    ...personalSettings(db),

    /** Their account in this environment, or null for somebody who has never logged in there. */
    find: async (environment: Environment, facebookId: string): Promise<{ id: UserId; name: string } | null> =>
      (await table().where({ environment, facebook_id: facebookId }).first('id', 'name')) ?? null,

    /**
     * An account for somebody who has never logged in there, without a token; one that is there already stays as it is.
     */
    async prepare(environment: Environment, facebookId: string, name: string): Promise<void> {
      const [firstName = name, ...rest] = name.split(/\s+/);
      await db('users')
        .insert({ environment, facebook_id: facebookId, name, first_name: firstName, last_name: rest.join(' ') })
        .onConflict(['environment', 'facebook_id'])
        .ignore();
    },

    /** The ids of a person's accounts in these environments. @param before who has logged in since then is left out */
    async idsOf(facebookId: string, environments: readonly Environment[], before?: Date): Promise<UserId[]> {
      const accounts = table().where({ facebook_id: facebookId }).whereIn('environment', environments).orderBy('id');
      if (before !== undefined) void accounts.where('last_login_at', '<', before);
      return accounts.pluck<UserId[]>('id');
    },

    async facebookIdOf(id: UserId): Promise<string | null> {
      return (await table().where({ id }).first('facebook_id'))?.facebook_id ?? null;
    },

    /** Whether they have an account in any environment. */
    hasAny: async (facebookId: string) => (await table().where({ facebook_id: facebookId }).first('id')) !== undefined,

    /** Until the end of the transaction nobody adds anything of theirs. @throws PostgreSQL's lock_not_available */
    async lock(id: UserId): Promise<void> {
      await table().where({ id }).forUpdate().noWait().first('id');
    },

    /** Everything that is still theirs goes with it. */
    async remove(id: UserId): Promise<void> {
      await table().where({ id }).delete();
    },

    async forgetTokens(ids: readonly number[]): Promise<void> {
      await db('users').whereIn('id', ids).update({ access_token: null });
    },
  };
}

/** How they like it. */
function personalSettings(db: Knex) {
  const table = () => db<AccountRow>('users');
  return {
    async settings(id: UserId): Promise<{ timeZone: string | null; theme: Theme }> {
      const row = await table().where({ id }).first('time_zone', 'theme');
      return { timeZone: row?.time_zone ?? null, theme: row?.theme ?? 'system' };
    },

    /** What is left out stays as it is. */
    async setSettings(id: UserId, settings: { timeZone?: string | null; theme?: Theme }): Promise<void> {
      const { timeZone, theme } = settings;
      const changes = {
        ...(timeZone === undefined ? {} : { time_zone: timeZone }),
        ...(theme === undefined ? {} : { theme }),
      };
      if (Object.keys(changes).length > 0) await table().where({ id }).update(changes);
    },

    async setFirstStepsDismissed(id: UserId, isDismissed: boolean): Promise<void> {
      await db('users')
        .where({ id })
        .update({ first_steps_dismissed_at: isDismissed ? db.fn.now() : null });
    },
  };
}
