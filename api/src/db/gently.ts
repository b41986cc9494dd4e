import type { Knex } from 'knex';
import pRetry from 'p-retry';

/**
 * Who waits for a table's lock stands before everybody who comes later, so it is waited for only so long. Far less than
 * the second after which PostgreSQL looks for a circle of those who wait, and may end one that did nothing wrong.
 */
const LOCK_WITHIN_MS = 200;
/**
 * Whoever holds a table and stands still, on a machine that is gone or has no time for it, loses it after this. People
 * wait for it meanwhile, and their statements are ended after `DATABASE_LIMITS.requests.statementMs`.
 */
const STANDS_STILL_MS = 3000;
const BETWEEN_TRIES_MS = 500;
const TRIES = 300;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Runs a transaction while the product works: where others hold its tables, they go first, and it is tried again.
 * @throws what `isDatabaseAway` knows when it has stood still for `standsStillMs` between two statements
 */
export function transactGently<Result>(
  db: Knex,
  work: (trx: Knex) => Promise<Result>,
  { standsStillMs = STANDS_STILL_MS } = {},
): Promise<Result> {
  const run = () =>
    db.transaction(async (trx) => {
      await trx.raw(
        `set local lock_timeout = ${LOCK_WITHIN_MS}; set local idle_in_transaction_session_timeout = ${standsStillMs}`,
      );
      return work(trx);
    });
  return pRetry(run, {
    retries: TRIES - 1,
    minTimeout: BETWEEN_TRIES_MS,
    factor: 1,
    shouldRetry: ({ error }) => [LOCK_NOT_AVAILABLE, DEADLOCK].includes((error as { code?: string }).code ?? ''),
  });
}

/**
 * Runs one short change of a table's shape while the product works, as `transactGently` does. For migrations without a
 * transaction around them.
 */
export function alterGently(db: Knex, statement: string): Promise<void> {
  return transactGently(db, (trx) => trx.raw(statement));
}

/**
 * Builds an index beside all other work, for migrations without a transaction around them. What a crash left half built
 * is built anew.
 */
export async function indexGently(db: Knex, name: string, definition: string): Promise<void> {
  const {
    rows: [found],
  } = await db.raw<{ rows: { indisvalid: boolean }[] }>(
    'select indisvalid from pg_index where indexrelid = to_regclass(?)',
    [name],
  );
  if (found?.indisvalid === true) return;
  if (found !== undefined) await db.raw('drop index concurrently ??', [name]);
  await db.raw(`create unique index concurrently ${name} on ${definition}`);
}
