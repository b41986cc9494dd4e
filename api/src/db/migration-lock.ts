import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { isDatabaseAway } from './database-errors.ts';
import { lineName, openDatabase } from './database.ts';
import type { DatabaseLimits } from './limits.ts';

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

export interface MigrationOptions {
  readonly log?: Pick<Logger, 'warn'>;
  /** Of the line that holds the lock. */
  readonly limits?: Partial<DatabaseLimits>;
  readonly signOfLifeEveryMs?: number;
  readonly tryAgainMs?: number;
}

/**
 * Changes the shape of the database, one process at a time. `work` begins anew where a line was lost.
 * @throws what `isDatabaseAway` knows when the line to the database was lost again and again
 */
export async function withMigrationLock<Result>(
  databaseUrl: string,
  options: MigrationOptions,
  work: (db: Knex) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await lockedOnce(databaseUrl, options, work);
    } catch (error) {
      if (!isDatabaseAway(error) || tries === TRIES) throw error;
      options.log?.warn({ err: error, tries }, 'migrations.line-lost');
      await sleep(options.tryAgainMs ?? TRY_AGAIN_MS);
    }
  }
}

async function lockedOnce<Result>(
  databaseUrl: string,
  options: MigrationOptions,
  work: (db: Knex) => Promise<Result>,
): Promise<Result> {
  const lock = openDatabase(databaseUrl, 'migrationLock', options.limits);
  try {
    return await lockAlone(lock, async (trx) => {
      await endAbandoned(trx);
      const ended = new AbortController();
      const working = withDatabase(databaseUrl, work).finally(() => ended.abort());
      // Where its line is dead, the server lets go of the lock, and nobody waits for the work: whoever has the lock
      // next ends that.
      await Promise.race([working, lossOfLine(trx, ended.signal, options.signOfLifeEveryMs)]);
      return working;
    });
  } finally {
    await lock.destroy();
  }
}

async function withDatabase<Result>(databaseUrl: string, work: (db: Knex) => Promise<Result>): Promise<Result> {
  const db = openDatabase(databaseUrl, 'migrations');
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Asks for a sign of life until the work has ended, by a statement that looks at no data: see `lockAlone`.
 * @throws what `isDatabaseAway` knows when none comes
 */
async function lossOfLine(trx: Knex, ended: AbortSignal, everyMs = SIGN_OF_LIFE_EVERY_MS): Promise<void> {
  while (!ended.aborted) {
    await trx.raw('show server_version');
    await sleep(everyMs, undefined, { signal: ended }).catch(() => {});
  }
}

/**
 * Does its part in the transaction that has the lock. An index that is built beside running work waits for every
 * transaction that was in the middle of a statement just then, to its end: so each try is a transaction of its own.
 */
async function lockAlone<Result>(lock: Knex, alone: (trx: Knex) => Promise<Result>): Promise<Result> {
  for (;;) {
    const had = await lock.transaction(async (trx) => {
      const {
        rows: [answer],
      } = await trx.raw<{ rows: { is_mine: boolean }[] }>(`select pg_try_advisory_xact_lock(${LOCK}) as is_mine`);
      return answer?.is_mine === true ? { result: await alone(trx) } : null;
    });
    if (had !== null) return had.result;
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
