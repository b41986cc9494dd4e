import type { GraphPageId, UserId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import type { SEALED, SealedTable, SecretPlace } from '../../db/secrets.ts';
import { appSecretPlace, keyPlace } from '../configuration/configuration.repository.ts';
import { mailServerPlace } from '../mail/mail-server.repository.ts';
import { tokenPlace } from '../pages/pages.repository.ts';
import { pushKeyPlace } from '../push/push-keys.repository.ts';
import { subscriptionPlace } from '../push/push-subscriptions.repository.ts';
import { userTokenPlace } from '../users/users.repository.ts';
import { sealedPlace } from '../webhooks/webhooks.repository.ts';

type Row = Readonly<Record<string, unknown>>;

/** A column with sealed values: which others of its row say what each was sealed for. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly needs: readonly string[];
  placeOf(row: Row): SecretPlace;
}

type Columns = {
  [Table in SealedTable]: Record<(typeof SEALED)[Table][number], Omit<SealedColumn, 'table' | 'column'>>;
};

const ofWebhook = (column: Parameters<typeof sealedPlace>[1]) => ({
  needs: ['key'],
  placeOf: ({ key }: Row) => sealedPlace(key as string, column),
});
const ofBrowser = (column: Parameters<typeof subscriptionPlace>[1]) => ({
  needs: ['key'],
  placeOf: ({ key }: Row) => subscriptionPlace(key as string, column),
});
const ofKey = (column: Parameters<typeof keyPlace>[0]) => ({ needs: [], placeOf: () => keyPlace(column) });

const COLUMNS: Columns = {
  api_config: { openai_api_key: ofKey('openai_api_key'), fiztech_api_key: ofKey('fiztech_api_key') },
  facebook_apps: { app_secret: { needs: ['app_id'], placeOf: ({ app_id }) => appSecretPlace(app_id as string) } },
  facebook_pages: {
    access_token: {
      needs: ['user_id', 'page_id'],
      placeOf: ({ user_id, page_id }) => tokenPlace(user_id as UserId, page_id as GraphPageId),
    },
  },
  mail_server: { url: { needs: [], placeOf: () => mailServerPlace } },
  push_keys: { private_key: { needs: [], placeOf: () => pushKeyPlace } },
  push_subscriptions: { endpoint: ofBrowser('endpoint'), keys: ofBrowser('keys') },
  users: {
    access_token: {
      needs: ['environment', 'facebook_id'],
      placeOf: ({ environment, facebook_id }) => userTokenPlace(environment as Environment, facebook_id as string),
    },
  },
  webhooks: { url: ofWebhook('url'), secret: ofWebhook('secret'), previous_secret: ofWebhook('previous_secret') },
};

/** Every column that a rotation seals anew. */
export const SEALED_COLUMNS: readonly SealedColumn[] = Object.entries(COLUMNS).flatMap(([table, columns]) =>
  Object.entries(columns as Record<string, Omit<SealedColumn, 'table' | 'column'>>).map(([column, how]) => ({
    table,
    column,
    ...how,
  })),
);

/** A table whose rows have the seal of a process of this product: what the seal is about. */
export interface SignedTable {
  readonly table: string;
  readonly purpose: string;
  readonly key: readonly string[];
  readonly texts: readonly string[];
}

export const SIGNED_TABLES: readonly SignedTable[] = [
  { table: 'shown_releases', purpose: 'shown versions', key: ['name'], texts: ['name', 'state'] },
  {
    table: 'release_folders',
    purpose: 'files of releases',
    key: ['name', 'version'],
    texts: ['name', 'version', 'description'],
  },
];
