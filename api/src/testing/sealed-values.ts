import type { Knex } from 'knex';
import type { Keyring } from '../db/keyring.ts';
import { secretBox } from '../db/secrets.ts';
import { configurationRepository } from '../features/configuration/configuration.repository.ts';
import { mailServerRepository } from '../features/mail/mail-server.repository.ts';
import { pushKeysRepository } from '../features/push/push-keys.repository.ts';
import { pushSubscriptionsRepository } from '../features/push/push-subscriptions.repository.ts';
import { productSeal } from '../features/remotes/product-seal.ts';
import { shownVersionsRepository } from '../features/remotes/shown-versions.repository.ts';
import { SEALED_COLUMNS } from '../features/secret-key/sealed-columns.ts';
import { userTokenPlace } from '../features/users/users.repository.ts';
import { webhooksRepository } from '../features/webhooks/webhooks.repository.ts';
import { buildUser, type TestUser } from './builders.ts';
import { buildFixtures } from './person-fixtures.ts';

const SEALED_VALUE = /^v(1|2\.\d+)(\.[\w-]+){3}$/;

/** One value at least in each column with sealed ones, as the features put it there. */
export async function sealEverywhere(db: Knex, keys: Keyring): Promise<TestUser> {
  const secrets = secretBox(keys);
  const me = await buildUser(db);
  const place = userTokenPlace(me.environment, me.facebookId);
  await db('users')
    .where({ id: me.userId })
    .update({ access_token: secrets.seal('EAAtoken', place) });
  await buildFixtures(db, { of: me });
  await configurationRepository(db, secrets).setKey('openai_api_key', 'sk-openai');
  await configurationRepository(db, secrets).setKey('fiztech_api_key', 'fiztech');
  await mailServerRepository(db, secrets).set({ url: 'smtp://me:word@mail.example.com', sender: 'me@example.com' });
  await pushKeysRepository(db, secrets).get(() => ({ publicKey: 'public', privateKey: 'private' }));
  const browser = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } };
  await pushSubscriptionsRepository(db, secrets).add(me, browser, 5);
  const webhooks = webhooksRepository(db, secrets);
  const [webhook] = await webhooks.list(me);
  if (webhook !== undefined) await webhooks.rotate(me, webhook, 'whsec_other', 24);
  await shownVersionsRepository(db, productSeal(keys, 'shown versions')).change('mf_keys', async () => '{}');
  return me;
}

/** Of every text column of the schema, the values in it that look sealed. */
export async function sealedInDatabase(db: Knex): Promise<Map<string, string[]>> {
  const { rows: columns } = await db.raw<{ rows: { table: string; column: string }[] }>(`
    select c.table_name as table, c.column_name as column from information_schema.columns c
      join pg_tables t on t.schemaname = c.table_schema and t.tablename = c.table_name
    where c.table_schema = 'public' and c.data_type = 'text' and c.table_name <> 'data_key_wraps' order by 1, 2`);
  const found = new Map<string, string[]>();
  for (const { table, column } of columns) {
    const values = await db(table).whereNotNull(column).pluck<string[]>(column);
    const sealed = values.filter((value) => SEALED_VALUE.test(value));
    if (sealed.length > 0) found.set(`${table}.${column}`, sealed);
  }
  return found;
}

/** Every sealed value, opened in its place. @throws Error for one that does not open */
export async function openedValues(db: Knex, keys: Keyring): Promise<string[]> {
  const all: string[] = [];
  for (const { table, column, needs, placeOf } of SEALED_COLUMNS) {
    const rows: Record<string, string>[] = await db(table)
      .whereNotNull(column)
      .orderBy('id')
      .select(column, ...needs);
    for (const row of rows) all.push(`${table}.${column} ${secretBox(keys).open(row[column] ?? '', placeOf(row))}`);
  }
  return all;
}
