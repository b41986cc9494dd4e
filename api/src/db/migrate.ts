import type { Knex } from 'knex';
import { openDatabase } from './database.ts';
import { migrations } from './migrations/index.ts';

const LOCK = "hashtext('pagecast.migrations')";

/** Brings the database up to this version. Processes that start together wait for each other. */
export async function migrate(databaseUrl: string): Promise<void> {
  const lock = openDatabase(databaseUrl, 'migrations');
  try {
    await lock.transaction(async (trx) => {
      await trx.raw(`select pg_advisory_xact_lock(${LOCK})`);
      const db = openDatabase(databaseUrl, 'migrations');
      try {
        // The advisory lock stands in for knex's own, which a crash leaves taken.
        await db.migrate.forceFreeMigrationsLock({ migrationSource: source });
        await db.migrate.latest({ migrationSource: source });
      } finally {
        await db.destroy();
      }
    });
  } finally {
    await lock.destroy();
  }
}

/** True when nothing is left to apply. */
export async function isMigrated(db: Knex): Promise<boolean> {
  const [, pending] = (await db.migrate.list({ migrationSource: source })) as [unknown[], unknown[]];
  return pending.length === 0;
}

const source: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = migrations[name];
    if (migration === undefined) throw new Error(`No migration ${name}`);
    return migration;
  },
};
