import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { openDatabase } from './database.ts';
import { migrations } from './migrations/index.ts';

/** Of another name than until version 1.0.0 (November 2026), which waits for its lock in one long statement: see `lockAlone`. */
const LOCK = "hashtext('pagecast.migrating')";
const ASK_AGAIN_MS = 50;

/** Brings the database up to this version. Processes that start together wait for each other, where there is anything to do. */
export async function migrate(databaseUrl: string): Promise<void> {
  if (await isUpToDate(databaseUrl)) return;
  const lock = openDatabase(databaseUrl, 'migrations');
  try {
    await lock.transaction(async (trx) => {
      await lockAlone(trx);
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

/**
 * What migrates has no time limits: on a dead line it would keep its lock for ever, and every later start waits for that. So most
 * starts do not come that far.
 */
async function isUpToDate(databaseUrl: string): Promise<boolean> {
  const db = openDatabase(databaseUrl);
  try {
    const {
      rows: [found],
    } = await db.raw<{ rows: { is_there: boolean }[] }>(
      "select to_regclass('knex_migrations') is not null as is_there",
    );
    if (found?.is_there !== true) return false;
    const done = await db('knex_migrations').orderBy('name').pluck<string[]>('name');
    return done.join() === Object.keys(migrations).toSorted().join();
  } finally {
    await db.destroy();
  }
}

/** Asked for again and again: an index that is built beside running work waits for all statements that began before it, and so for whoever waited here in one. */
async function lockAlone(trx: Knex): Promise<void> {
  for (;;) {
    const {
      rows: [answer],
    } = await trx.raw<{ rows: { is_mine: boolean }[] }>(`select pg_try_advisory_xact_lock(${LOCK}) as is_mine`);
    if (answer?.is_mine === true) return;
    await sleep(ASK_AGAIN_MS);
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
