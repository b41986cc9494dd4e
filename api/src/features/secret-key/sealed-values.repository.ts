import type { Knex } from 'knex';
import type { GraphPageId, PageId, UserId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import type { SecretBox, SecretPlace } from '../../db/secrets.ts';
import { userTokenPlace } from '../users/users.repository.ts';
import { appSecretPlace, keyPlace } from '../configuration/configuration.repository.ts';
import { tokenPlace } from '../pages/pages.repository.ts';

/** A secret as it lies in the database. */
export type SealedValue =
  | { readonly of: 'page'; readonly id: PageId; readonly name: string; readonly opens: boolean }
  | { readonly of: 'person'; readonly id: UserId; readonly opens: boolean }
  | {
      readonly of: 'app';
      readonly id: number;
      readonly appId: string;
      readonly mode: Environment;
      readonly opens: boolean;
    }
  | { readonly of: 'key'; readonly column: 'openai_api_key' | 'fiztech_api_key'; readonly opens: boolean };

interface PageRow {
  id: PageId;
  name: string;
  user_id: UserId;
  page_id: GraphPageId;
  access_token: string;
}
interface PersonRow {
  id: UserId;
  environment: Environment;
  facebook_id: string;
  access_token: string;
}
interface AppRow {
  id: number;
  app_id: string;
  mode: Environment;
  app_secret: string;
}
type KeysRow = Record<'openai_api_key' | 'fiztech_api_key', string | null>;

const KEYS = ['openai_api_key', 'fiztech_api_key'] as const;

/** Every secret of the database, and whether this key opens it. */
export async function sealedValues(db: Knex, secrets: SecretBox): Promise<SealedValue[]> {
  const [pages, people, apps, keys] = [
    await db<PageRow>('facebook_pages')
      .whereNotNull('access_token')
      .orderBy('id')
      .select('id', 'name', 'user_id', 'page_id', 'access_token'),
    await db<PersonRow>('users')
      .whereNotNull('access_token')
      .orderBy('id')
      .select('id', 'environment', 'facebook_id', 'access_token'),
    await db<AppRow>('facebook_apps')
      .whereNot('app_secret', '')
      .orderBy('id')
      .select('id', 'app_id', 'mode', 'app_secret'),
    await db<KeysRow>('api_config').first(...KEYS),
  ];
  return [
    ...pages.map((row): SealedValue => ({
      of: 'page',
      id: row.id,
      name: row.name,
      opens: opens(secrets, row.access_token, tokenPlace(row.user_id, row.page_id)),
    })),
    ...people.map((row): SealedValue => ({
      of: 'person',
      id: row.id,
      opens: opens(secrets, row.access_token, userTokenPlace(row.environment, row.facebook_id)),
    })),
    ...apps.map((row): SealedValue => ({
      of: 'app',
      id: row.id,
      appId: row.app_id,
      mode: row.mode,
      opens: opens(secrets, row.app_secret, appSecretPlace(row.app_id)),
    })),
    ...KEYS.flatMap((column): SealedValue[] => {
      const sealed = keys?.[column] ?? null;
      return sealed === null ? [] : [{ of: 'key', column, opens: opens(secrets, sealed, keyPlace(column)) }];
    }),
  ];
}

function opens(secrets: SecretBox, sealed: string, place: SecretPlace): boolean {
  try {
    secrets.open(sealed, place);
    return true;
  } catch {
    return false;
  }
}
