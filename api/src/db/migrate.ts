import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { isDatabaseAway } from './database-errors.ts';
import { lineName, openDatabase } from './database.ts';
import type { DatabaseLimits } from './limits.ts';
import { migrations } from './migrations/index.ts';

/**
 * Of another name than until version 1.0.0 (November 2026), which waits for its lock in one long statement: see
 * `lockAlone`.
 */
const LOCK = "hashtext('pagecast.migrating')";
const ASK_AGAIN_MS = 50;

const SIGN_OF_LIFE_EVERY_MS = 2000;
/** The database may come back soon. */
const TRIES = 5;
const TRY_AGAIN_MS = 2000;

interface Options {
  readonly log?: Pick<Logger, 'warn'>;
  /** Of the line that holds the lock. */
  readonly limits?: Partial<DatabaseLimits>;
  readonly signOfLifeEveryMs?: number;
  readonly tryAgainMs?: number;
}

/**
 * Brings the database up to this version. Processes that start together wait for each other, where there is anything to
 * do.
 * @throws what `isDatabaseAway` knows when the line to the database was lost again and again
 */
export async function migrate(databaseUrl: string, options: Options = {}): Promise<void> {
  if (await isUpToDate(databaseUrl)) return;
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrateOnce(databaseUrl, options);
    } catch (error) {
      if (!isDatabaseAway(error) || tries === TRIES) throw error;
      options.log?.warn({ err: error, tries }, 'migrations.line-lost');
      await sleep(options.tryAgainMs ?? TRY_AGAIN_MS);
    }
  }
}

async function migrateOnce(databaseUrl: string, { limits, signOfLifeEveryMs }: Options): Promise<void> {
  const lock = openDatabase(databaseUrl, 'migrationLock', limits);
  try {
    await lock.transaction(async (trx) => {
      await lockAlone(trx);
      await endAbandoned(trx);
      const ended = new AbortController();
      const work = applyAll(databaseUrl).finally(() => ended.abort());
      // Where its line is dead, the server lets go of the lock, and nobody waits for the work: whoever has the lock
      // next ends that.
      await Promise.race([work, lossOfLine(trx, ended.signal, signOfLifeEveryMs)]);
    });
  } finally {
    await lock.destroy();
  }
}

async function applyAll(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, 'migrations');
  try {
    // The advisory lock stands in for knex's own, which a crash leaves taken.
    await db.migrate.forceFreeMigrationsLock({ migrationSource: source });
    await db.migrate.latest({ migrationSource: source });
  } finally {
    await db.destroy();
  }
}

/** Asks for a sign of life until the work has ended. @throws what `isDatabaseAway` knows when none comes */
async function lossOfLine(trx: Knex, ended: AbortSignal, everyMs = SIGN_OF_LIFE_EVERY_MS): Promise<void> {
  while (!ended.aborted) {
    await trx.raw('select 1');
    await sleep(everyMs, undefined, { signal: ended }).catch(() => {});
  }
}

/**
 * What migrates has no time limits: on a dead line it would keep its lock for ever, and every later start waits for
 * that. So most starts do not come that far.
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

/**
 * Asked for again and again: an index that is built beside running work waits for all statements that began before it,
 * and so for whoever waited here in one.
 */
async function lockAlone(trx: Knex): Promise<void> {
  for (;;) {
    const {
      rows: [answer],
    } = await trx.raw<{ rows: { is_mine: boolean }[] }>(`select pg_try_advisory_xact_lock(${LOCK}) as is_mine`);
    if (answer?.is_mine === true) return;
    await sleep(ASK_AGAIN_MS);
  }
}

/**
 * Ends the work of whoever lost this lock. It may still go on, or stand in a transaction with tables locked, because
 * the server does not know yet that nobody hears it.
 */
async function endAbandoned(trx: Knex): Promise<void> {
  await trx.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and application_name = ?`,
    [lineName('migrations')],
  );
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
