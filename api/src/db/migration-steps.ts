import type { Knex } from 'knex';
import { forget, hasRecords, isAtomic, record } from './applied-migrations.ts';
import { transactGently } from './gently.ts';
import { migrations } from './migrations/index.ts';

/** This cannot be done as things are. The message says what would make it possible. */
export class MigrationRefusedError extends Error {
  override readonly name = 'MigrationRefusedError';
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
// Those of later releases stand in the list of knex, too.
const ours = (name: string) => ({ name, migrationSource: source, disableMigrationsListValidation: true });

/** A crash leaves knex's own lock taken; the advisory lock stands in for it. */
export async function freeLock(db: Knex): Promise<void> {
  await db.migrate.forceFreeMigrationsLock({ migrationSource: source });
}

/** Applies one migration. Where it is one transaction, so are its lines in both lists. */
export async function stepUp(db: Knex, name: string): Promise<void> {
  await inStep(db, name, async (on) => {
    await on.migrate.up(ours(name));
    if (await hasRecords(on)) await record(on, [name], 'applied');
  });
}

/** Takes one migration back. */
export async function stepDown(db: Knex, name: string): Promise<void> {
  await inStep(db, name, async (on) => {
    await on.migrate.down(ours(name));
    if (await hasRecords(on)) await forget(on, [name]);
  });
}

async function inStep(db: Knex, name: string, step: (on: Knex) => Promise<void>): Promise<void> {
  await (isAtomic(name) ? transactGently(db, step) : step(db));
}
