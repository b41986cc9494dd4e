import type { Knex } from 'knex';
import type { Migration } from '../db/migration-kinds.ts';
import { migrations } from '../db/migrations/index.ts';

/** After all that there are. */
export const TOMORROW = '29990101000000_tomorrow';

/** What the release of tomorrow brings, unless a test says otherwise: a table with a word for each user. */
const BRINGS: Migration = {
  kind: 'expand',
  up: (db: Knex) => db.raw('create table words_of_tomorrow (word text not null)'),
  down: (db: Knex) => db.raw('drop table words_of_tomorrow'),
};

/** Runs `work` as the release of tomorrow would, which knows a migration more. */
export async function asTomorrow<Result>(
  work: () => Promise<Result>,
  migration: Partial<Migration> = {},
): Promise<Result> {
  const known = migrations as Record<string, Migration>;
  known[TOMORROW] = { ...BRINGS, ...migration } as Migration;
  try {
    return await work();
  } finally {
    delete known[TOMORROW];
  }
}

/**
 * Makes the database look as the release of tomorrow left it.
 * @returns what makes it as it was
 */
export async function setLaterMigration(
  db: Knex,
  { kind, safeSince }: { kind: Migration['kind']; safeSince: string | null },
): Promise<() => Promise<void>> {
  await db('knex_migrations').insert({ name: TOMORROW, batch: 99, migration_time: new Date() });
  const record = { name: TOMORROW, kind, safe_since: safeSince, sha256: '', state: 'applied', is_atomic: true };
  await db('migration_records').insert(record);
  return async () => {
    await db('migration_records').where({ name: TOMORROW }).delete();
    await db('knex_migrations').where({ name: TOMORROW }).delete();
  };
}
