import type { Knex } from 'knex';
import { hasRecords, readApplied, record } from './applied-migrations.ts';
import { describeLosses } from './losses.ts';
import { processes } from './migrate.ts';
import { OLDEST_WAY_BACK } from './migration-kinds.ts';
import { withMigrationLock, type MigrationOptions } from './migration-lock.ts';
import { freeLock, MigrationRefusedError, stepDown } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';
import { countWith } from './running-releases.ts';
import { fitOf } from './schema-fit.ts';

interface TakeBack extends MigrationOptions {
  /** The newest migration that stays, by its name or the time in it; left out, the newest goes. */
  readonly to?: string | undefined;
  /** Take back also what holds data that nothing else has. */
  readonly loseData?: boolean | undefined;
}

/**
 * Takes migrations back, newest first, each for itself.
 * @returns the names of those that were taken back
 * @throws MigrationRefusedError when processes need one, data would be lost, or there is no way back so far
 */
export async function takeBack(databaseUrl: string, { to, loseData = false, ...options }: TakeBack): Promise<string[]> {
  let asked: string[] | null = null;
  return withMigrationLock(databaseUrl, options, async (db) => {
    await freeLock(db);
    // Where a line was lost, some of them may be gone already; no others are meant then.
    asked ??= await namesToTakeBack(db, to);
    const applied = new Set((await readApplied(db)).filter(({ isApplied }) => isApplied).map(({ name }) => name));
    for (const name of asked) if (applied.has(name)) await takeBackOne(db, name, loseData);
    return asked;
  });
}

async function namesToTakeBack(db: Knex, to: string | undefined): Promise<string[]> {
  const rows = await readApplied(db);
  const { later, edited } = fitOf(rows);
  if (later.length > 0)
    throw new MigrationRefusedError(
      `A later release has applied ${later.map(({ name }) => name).join(', ')}, ` +
        'and only that release knows the way back. Run this command with it first.',
    );
  const applied = rows.filter(({ isApplied, name }) => isApplied && name in migrations).map(({ name }) => name);
  const newest = applied.at(-1);
  if (newest === undefined) throw new MigrationRefusedError('No migration is applied.');
  const stays = to === undefined ? applied.at(-2) : applied.find((name) => name === to || name.split('_')[0] === to);
  if (stays === undefined)
    throw new MigrationRefusedError(`${to ?? ''} is not applied. \`npm run migrate -- status\` lists what is.`);
  if (stays < OLDEST_WAY_BACK)
    throw new MigrationRefusedError(
      `The way back ends at ${OLDEST_WAY_BACK}: what came before can't be undone without loss. ` +
        'Restore a backup of that day instead.',
    );
  const leaving = applied.filter((name) => name > stays).toReversed();
  const changed = leaving.filter((name) => edited.includes(name));
  if (changed.length > 0)
    throw new MigrationRefusedError(
      `${changed.join(', ')} was applied from a file that reads otherwise than this release's. ` +
        'Take it back with the release that applied it.',
    );
  return leaving;
}

/** Announced before anybody is counted: a process that starts now either sees that, and waits, or is counted. */
async function takeBackOne(db: Knex, name: string, loseData: boolean): Promise<void> {
  const canTell = await hasRecords(db);
  if (canTell) await record(db, [name], 'leaving');
  try {
    await assertMayGo(db, name, loseData);
  } catch (error) {
    if (canTell) await record(db, [name], 'applied');
    throw error;
  }
  await stepDown(db, name);
}

async function assertMayGo(db: Knex, name: string, loseData: boolean): Promise<void> {
  const users = await countWith(db, name);
  if (users > 0)
    throw new MigrationRefusedError(
      `${name} can't be undone while ${processes(users)} whose release needs it. ` +
        'Stop them, or start the earlier release in their place, and try again.',
    );
  if (loseData) return;
  const losses = await describeLosses(db, name);
  if (losses.length > 0)
    throw new MigrationRefusedError(
      `To take ${name} back would lose ${losses.join(', ')}. Make a backup, and add --lose-data if you want that.`,
    );
}
