import { createHash, randomBytes } from 'node:crypto';
import knex, { type Knex } from 'knex';
import { startThrowawayPostgres } from '../../../scripts/postgres/postgres.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Knex;
  /** Ends the pool and removes the database. */
  close(): Promise<void>;
}

/**
 * A fresh, migrated database: a copy of a template that the first test file makes. It lies on the cluster of
 * TEST_DATABASE_URL, or, where that is unset, on a throw-away cluster of this file.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const empty = await emptyDatabase(migratedTemplate);
  const db = openDatabase(empty.url);
  return {
    url: empty.url,
    db,
    async close() {
      await db.destroy();
      await empty.close();
    },
  };
}

/** A database of its own without a single table, or a copy of `template`. */
export async function emptyDatabase(
  template = async (_clusterUrl: string) => 'template1',
): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  const own = given ? null : await startThrowawayPostgres();
  const clusterUrl = given || (own?.url ?? '');
  const name = `pagecast_test_${randomBytes(6).toString('hex')}`;
  const source = await template(clusterUrl);
  // Block by block through the log, as is the rule, takes half as long again, and the removal four times.
  await onCluster(clusterUrl, (cluster) =>
    cluster.raw('create database ?? template ?? strategy file_copy', [name, source]),
  );
  return {
    url: databaseUrl(clusterUrl, name),
    async close() {
      await (own === null
        ? onCluster(clusterUrl, (cluster) => cluster.raw('drop database if exists ?? with (force)', [name]))
        : own.stop());
    },
  };
}

const emptying = new WeakMap<Knex, Map<string, Promise<string>>>();

/**
 * Takes every row out of `tables` and of what refers to them, and begins their ids at one. Costs a tenth of `truncate`,
 * which makes each file of each table anew.
 */
export async function emptyTables(db: Knex, ...tables: readonly string[]): Promise<void> {
  const known = emptying.get(db) ?? new Map<string, Promise<string>>();
  emptying.set(db, known);
  const key = tables.join();
  const statement = known.get(key) ?? emptyingOf(db, tables);
  known.set(key, statement);
  await db.raw(await statement);
}

const REFERRING = `
  with recursive emptied (id) as (
    select to_regclass(named)::oid from unnest(?::text[]) named
    union select conrelid from pg_constraint join emptied on confrelid = emptied.id where contype = 'f'
  )
  select id::regclass::text as name,
    (select array_agg(pg_get_serial_sequence(id::regclass::text, attname)) filter (where attidentity <> '')
      from pg_attribute where attrelid = id) as sequences
  from emptied`;

async function emptyingOf(db: Knex, tables: readonly string[]): Promise<string> {
  const { rows } = await db.raw<{ rows: { name: string; sequences: string[] | null }[] }>(REFERRING, [[...tables]]);
  return [
    // Neither what refers to a row nor who follows it is asked.
    'set local session_replication_role = replica',
    ...rows.map(({ name }) => `delete from ${name}`),
    ...rows.flatMap(({ sequences }) => sequences ?? []).map((sequence) => `select setval('${sequence}', 1, false)`),
  ].join(';');
}

/** Clusters on which a file of this worker has found the template. */
const templates = new Map<string, string>();

/**
 * The database that fresh ones are copied from, made by whoever needs it first. It is named after the migrations in it,
 * so that a changed one is never tested through an old template.
 */
export async function migratedTemplate(clusterUrl: string): Promise<string> {
  const known = templates.get(clusterUrl);
  if (known !== undefined) return known;
  const fingerprint = createHash('sha256');
  for (const [name, migration] of Object.entries(migrations))
    fingerprint.update(`${name}\0${migration.up.toString()}\0`);
  const name = `pagecast_template_${fingerprint.digest('hex').slice(0, 16)}`;
  await onCluster(clusterUrl, (locks) =>
    locks.transaction(async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(hashtext('pagecast.test-template'))");
      const { rows } = await trx.raw<{ rows: unknown[] }>('select from pg_database where datname = ?', [name]);
      if (rows.length === 0) await onCluster(clusterUrl, (cluster) => makeTemplate(cluster, clusterUrl, name));
    }),
  );
  templates.set(clusterUrl, name);
  return name;
}

/** No transaction can: each statement is one of its own. */
async function makeTemplate(cluster: Knex, clusterUrl: string, name: string): Promise<void> {
  await cluster.raw('drop database if exists ??', [`${name}_new`]);
  await cluster.raw('create database ??', [`${name}_new`]);
  await migrate(databaseUrl(clusterUrl, `${name}_new`));
  // Under its real name only once it is whole.
  await cluster.raw('alter database ?? rename to ??', [`${name}_new`, name]);
}

async function onCluster<T>(url: string, work: (cluster: Knex) => Promise<T>): Promise<T> {
  const cluster = knex({ client: 'pg', connection: url, pool: { min: 0, max: 2 } });
  try {
    return await work(cluster);
  } finally {
    await cluster.destroy();
  }
}

function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
