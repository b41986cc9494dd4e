import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { SecretBox, SecretPlace } from '../../db/secrets.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { InvalidInputError } from '../../http/errors.ts';
import type { PromptVersions } from '../../prompts/writing.ts';

/** A Facebook app that an administrator set up for an environment. */
export interface ConfiguredApp {
  readonly id: number;
  readonly appId: string;
  readonly mode: Environment;
  readonly isActive: boolean;
  readonly description: string | null;
}

export interface NewApp {
  readonly appId: string;
  readonly appSecret: string;
  readonly mode: Environment;
  readonly isActive: boolean;
  readonly description: string | null;
}

/** By what texts are written. Model null: the one of the server's settings. */
export interface ChosenWriting {
  readonly model: string | null;
  readonly versions: PromptVersions;
}

/** All that is set in the administrator's panel, opened. Never leaves the server. */
export interface Configured {
  readonly mode: Environment;
  readonly openaiApiKey: string | null;
  readonly fiztechApiKey: string | null;
  readonly writing: ChosenWriting;
  readonly apps: ReadonlyMap<Environment, FacebookApp>;
}

interface ConfigRow {
  mode: Environment;
  openai_api_key: string | null;
  fiztech_api_key: string | null;
  ai_model: string | null;
  prompt_versions: PromptVersions;
}

interface AppRow {
  id: number;
  app_id: string;
  /** Empty when it was sealed with a key that is lost. */
  app_secret: string;
  mode: Environment;
  is_active: boolean;
  description: string | null;
}

const LISTED = ['id', 'app_id', 'mode', 'is_active', 'description'] as const;
/** What a key is sealed for. */
export const keyPlace = (column: 'openai_api_key' | 'fiztech_api_key'): SecretPlace => ({
  table: 'api_config',
  column,
  row: '1',
});
/** What the secret of an app is sealed for. */
export const appSecretPlace = (appId: string): SecretPlace => ({
  table: 'facebook_apps',
  column: 'app_secret',
  row: appId,
});

/** Keys, apps and the environment that is shown: global, and sealed where they are secret. */
export function configurationRepository(db: Knex, secrets: SecretBox) {
  return {
    ...facebookApps(db, secrets),

    async read(): Promise<Configured> {
      const [row, apps] = await Promise.all([
        db<ConfigRow>('api_config').first(),
        db<AppRow>('facebook_apps').where({ is_active: true }),
      ]);
      const open = (column: 'openai_api_key' | 'fiztech_api_key') =>
        row?.[column] == null ? null : secrets.open(row[column], keyPlace(column));
      return {
        mode: row?.mode ?? 'development',
        openaiApiKey: open('openai_api_key'),
        fiztechApiKey: open('fiztech_api_key'),
        writing: { model: row?.ai_model ?? null, versions: row?.prompt_versions ?? {} },
        apps: new Map(
          apps.map((app) => [
            app.mode,
            { appId: app.app_id, appSecret: secrets.open(app.app_secret, appSecretPlace(app.app_id)) },
          ]),
        ),
      };
    },

    /** The mode as it is, for a change in this transaction. */
    async lockMode(): Promise<Environment> {
      return (await db<ConfigRow>('api_config').forUpdate().first('mode'))?.mode ?? 'development';
    },

    async setMode(mode: Environment): Promise<void> {
      await db<ConfigRow>('api_config').update({ mode });
    },

    async setKey(column: 'openai_api_key' | 'fiztech_api_key', key: string | null): Promise<void> {
      await db<ConfigRow>('api_config').update({ [column]: key === null ? null : secrets.seal(key, keyPlace(column)) });
    },

    async setWriting({ model, versions }: ChosenWriting): Promise<void> {
      await db<ConfigRow>('api_config').update({ ai_model: model, prompt_versions: versions });
    },

    /** People, and posts due in the next 24 hours, of each environment that has any. */
    async promises(): Promise<{ environment: Environment; users: number; dueSoon: number }[]> {
      const { rows } = await db.raw<{ rows: { environment: Environment; users: number; due_soon: number }[] }>(`
        select m.environment, (select count(*) from users u where u.environment = m.environment)::int as users,
          (select count(*) from posts p where p.environment = m.environment and p.status = 'scheduled'
            and p.scheduled_at <= now() + interval '24 hours')::int as due_soon
        from unnest(array['development', 'test', 'production']) m (environment)`);
      return rows.map((row) => ({ environment: row.environment, users: row.users, dueSoon: row.due_soon }));
    },
  };
}

/** The apps by which people log in and posts go out. */
function facebookApps(db: Knex, secrets: SecretBox) {
  return {
    ...changedApps(db, secrets),

    async listApps(): Promise<ConfiguredApp[]> {
      return (
        await db<AppRow>('facebook_apps')
          .orderBy([{ column: 'mode' }, { column: 'id' }])
          .select(...LISTED)
      ).map(toApp);
    },

    async findApp(id: number): Promise<ConfiguredApp | null> {
      const row = await db<AppRow>('facebook_apps')
        .where({ id })
        .forUpdate()
        .first(...LISTED);
      return row === undefined ? null : toApp(row);
    },
  };
}

function changedApps(db: Knex, secrets: SecretBox) {
  return {
    /** The active app of a mode gives its place up. */
    async deactivate(mode: Environment, exceptId: number | null): Promise<void> {
      await db<AppRow>('facebook_apps')
        .where({ mode, is_active: true })
        .modify((apps) => {
          if (exceptId !== null) void apps.whereNot('id', exceptId);
        })
        .update({ is_active: false });
    },

    /** @returns null when the mode has this app already */
    async addApp({ appId, appSecret, mode, isActive, description }: NewApp): Promise<ConfiguredApp | null> {
      const [row] = await db<AppRow>('facebook_apps')
        .insert({
          app_id: appId,
          app_secret: secrets.seal(appSecret, appSecretPlace(appId)),
          mode,
          is_active: isActive,
          description,
        })
        .onConflict(['mode', 'app_id'])
        .ignore()
        .returning([...LISTED]);
      return row === undefined ? null : toApp(row);
    },

    /** @param changes what is left out stays */
    async updateApp(id: number, changes: Partial<NewApp>): Promise<ConfiguredApp> {
      const before = await db<AppRow>('facebook_apps').where({ id }).first();
      if (before === undefined) throw new Error('The app was locked and is gone');
      const appId = changes.appId ?? before.app_id;
      // A secret is sealed for its app: under another id it is sealed anew.
      if (changes.appSecret === undefined && before.app_secret === '')
        throw new InvalidInputError('The secret of this app is lost. Type it in again.');
      const secret = changes.appSecret ?? secrets.open(before.app_secret, appSecretPlace(before.app_id));
      const [row] = await db<AppRow>('facebook_apps')
        .where({ id })
        .update({
          app_id: appId,
          app_secret: secrets.seal(secret, appSecretPlace(appId)),
          mode: changes.mode ?? before.mode,
          is_active: changes.isActive ?? before.is_active,
          description: changes.description === undefined ? before.description : changes.description,
        })
        .returning([...LISTED]);
      return toApp(row as AppRow);
    },

    async removeApp(id: number): Promise<void> {
      await db<AppRow>('facebook_apps').where({ id }).delete();
    },
  };
}
export type ConfigurationRepository = ReturnType<typeof configurationRepository>;

function toApp(row: Omit<AppRow, 'app_secret'>): ConfiguredApp {
  return { id: row.id, appId: row.app_id, mode: row.mode, isActive: row.is_active, description: row.description };
}
