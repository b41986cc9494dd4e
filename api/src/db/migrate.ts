import type { Knex } from 'knex';
import { forget, hasRecords, readApplied, record } from './applied-migrations.ts';
import { openDatabase } from './database.ts';
import { markOf } from './release-mark.ts';
import { LAST_EARLIER } from './migration-kinds.ts';
import { withMigrationLock, type MigrationOptions } from './migration-lock.ts';
import { freeLock, MigrationRefusedError, stepUp } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';
import { countWithout } from './running-releases.ts';
import { fitOf, whyUnfit } from './schema-fit.ts';
import { unfinishedRestore } from './unfinished-restore.ts';

/** The migration that makes the records. */
const RECORDS = '20261123040000_tell_kinds_of_migrations';

/**
 * Brings the database up to this version. Processes that start together wait for each other, where there is anything to
 * do. Migrations of later releases stay.
 * @returns the names of those that were applied
 * @throws MigrationRefusedError when this release is too old for the database, processes run that would break, or half
 *   of a backup is in it
 * @throws what `isDatabaseAway` knows when the line to the database was lost again and again
 */
export async function migrate(databaseUrl: string, options: MigrationOptions = {}): Promise<string[]> {
  if (await isUpToDate(databaseUrl)) return [];
  return withMigrationLock(databaseUrl, options, async (db) => {
    await freeLock(db);
    await settleInterrupted(db);
    const fit = fitOf(await readApplied(db));
    if (fit.tooOldFor !== null) throw new MigrationRefusedError(whyUnfit(fit) ?? '');
    if (fit.unlisted.length > 0) throw new MigrationRefusedError(unlisted(fit.unlisted));
    for (const name of fit.pending) await apply(db, name);
    await record(db, fitOf(await readApplied(db)).unrecorded, 'applied');
    return [...fit.pending];
  });
}

/**
 * Makes the tables that a database had when these migrations, all of them known here, were applied to it. For one that
 * is empty.
 */
export async function migrateTo(databaseUrl: string, names: ReadonlySet<string>): Promise<void> {
  await withMigrationLock(databaseUrl, {}, async (db) => {
    await freeLock(db);
    await settleInterrupted(db);
    const { pending } = fitOf(await readApplied(db));
    for (const name of pending) if (names.has(name)) await stepUp(db, name);
    await record(db, fitOf(await readApplied(db)).unrecorded, 'applied');
  });
}

/**
 * What migrates has no time limits: on a dead line it would keep its lock for ever, and every later start waits for
 * that. So most starts do not come that far.
 */
async function isUpToDate(databaseUrl: string): Promise<boolean> {
  const db = openDatabase(databaseUrl, 'migrationLock');
  try {
    const unfinished = await unfinishedRestore(db);
    if (unfinished !== null) throw new MigrationRefusedError(unfinished);
    const fit = fitOf(await readApplied(db));
    return whyUnfit(fit) === null && fit.unrecorded.length === 0;
  } finally {
    await db.destroy();
  }
}

/** True when nothing is left to apply. */
export async function isMigrated(db: Knex): Promise<boolean> {
  return fitOf(await readApplied(db)).pending.length === 0;
}

/**
 * A contract migration is announced before anybody is counted: a process that starts now either sees that, and waits,
 * or is counted.
 */
async function apply(db: Knex, name: string): Promise<void> {
  const migration = migrations[name];
  if (migration?.kind !== 'contract' || markOf(name) <= markOf(LAST_EARLIER)) return stepUp(db, name);
  await record(db, [name], 'coming');
  const tooOld = await countWithout(db, migration.safeSince);
  if (tooOld > 0) {
    await forget(db, [name]);
    throw new MigrationRefusedError(
      `${name} can't be applied while ${processes(tooOld)} of an earlier release: ` +
        `it needs releases that have ${migration.safeSince}. Stop them, or bring them up to a release that has it.`,
    );
  }
  await stepUp(db, name);
}

/** What a crash in the middle of a migration left announced: whoever held the lock before is gone. */
async function settleInterrupted(db: Knex): Promise<void> {
  if (!(await hasRecords(db))) {
    // Of an earlier release; or somebody has dropped them, and they are made anew.
    if (await db.schema.hasTable('knex_migrations')) await db('knex_migrations').where({ name: RECORDS }).delete();
    return;
  }
  for (const { name, state, isApplied, isAtomic } of await readApplied(db)) {
    if (state === 'coming' && isApplied) await settle(db, name, 'applied');
    if (state === 'coming' && !isApplied && isAtomic === true) await forget(db, [name]);
    if (state === 'leaving' && isApplied && isAtomic === true) await settle(db, name, 'applied');
    // Half of it may be gone: it is applied anew, in steps that may be repeated.
    if (state === 'leaving' && isAtomic === false && name in migrations)
      await db('knex_migrations').where({ name }).delete();
    if (state === 'leaving' && !(isApplied && isAtomic === true) && name in migrations) await forget(db, [name]);
  }
}

async function settle(db: Knex, name: string, state: 'applied'): Promise<void> {
  await db('migration_records').where({ name }).update({ state });
}

export function processes(count: number): string {
  return count === 1 ? '1 process runs' : `${count} processes run`;
}

function unlisted(names: readonly string[]): string {
  return (
    `The table knex_migrations does not list ${names.join(', ')}, though the database has it. ` +
    'Put the row back (columns name, batch, migration_time) as a backup has it.'
  );
}
