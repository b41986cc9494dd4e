import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';

/** Who waits for a table's lock stands before everybody who comes later, so it is waited for only so long. */
const LOCK_WITHIN_MS = 2000;
const BETWEEN_TRIES_MS = 500;
const TRIES = 120;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Runs one short change of a table's shape while the product works: where others hold the table, they go first, and it is tried again.
 * For migrations without a transaction around them.
 */
export async function alterGently(db: Knex, statement: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction(async (trx) => {
        await trx.raw(`set local lock_timeout = ${LOCK_WITHIN_MS}`);
        await trx.raw(statement);
      });
      return;
    } catch (error) {
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes((error as { code?: string }).code ?? '') || tries === TRIES)
        throw error;
      await sleep(BETWEEN_TRIES_MS);
    }
  }
}

/** Builds an index beside all other work, for migrations without a transaction around them. What a crash left half built is built anew. */
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
