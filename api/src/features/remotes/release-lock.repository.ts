import type { Knex } from 'knex';
import { isHeldUp } from '../../db/database-errors.ts';
import { underWay } from './under-way.ts';

/** Who brings files of this remote, over all processes, until the end of the transaction. */
export function releaseLock(trx: Knex.Transaction, name: string) {
  const key = `pagecast.release.${name}`;
  return {
    /** @returns false while somebody else has it */
    async take(): Promise<boolean> {
      const { rows } = await trx.raw<{ rows: { is_free: boolean }[] }>(
        'select pg_try_advisory_xact_lock(hashtext(?)) as is_free',
        [key],
      );
      return rows[0]?.is_free === true;
    },

    /** A sign of life, while nothing else is asked in the transaction. */
    async hold(): Promise<void> {
      await trx.raw('select 1');
    },
  };
}

/**
 * Lets one move of an area at a time through, in this transaction, whatever others do with theirs. Processes of
 * releases from before let one move of all areas through, with the key that is shared here: they wait, and are waited
 * for.
 * @throws ConflictError while somebody else is at it for longer than a statement may take
 */
export async function lockArea(trx: Knex, name: string): Promise<void> {
  await waiting(
    () => underWay('moving', name),
    async () => {
      await trx.raw("select pg_advisory_xact_lock_shared(hashtext('pagecast.remote-releases'))");
      await trx.raw('select pg_advisory_xact_lock(hashtext(?))', [`pagecast.pointer.${name}`]);
    },
  );
}

/** Of two areas that claim a path at once the second one sees the first. */
export async function lockPaths(trx: Knex): Promise<void> {
  await waiting(
    () => underWay('addressing'),
    async () => {
      await trx.raw("select pg_advisory_xact_lock(hashtext('pagecast.remote-paths'))");
    },
  );
}

/**
 * Nobody clears files of releases away that somebody else counts on at this moment.
 * @param as one of many that add some, or the one that clears away
 */
export async function lockFiles(trx: Knex, as: 'adding' | 'clearing'): Promise<void> {
  const lock = as === 'adding' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await waiting(
    () => underWay('clearing'),
    async () => {
      await trx.raw(`select ${lock}(hashtext('pagecast.release-files'))`);
    },
  );
}

async function waiting(refusal: () => Error, lock: () => Promise<void>): Promise<void> {
  await lock().catch((error: unknown) => {
    throw isHeldUp(error) ? refusal() : error;
  });
}

/** Screens that show the list of releases read it again. */
export async function notifyOfReleases(trx: Knex.Transaction): Promise<void> {
  await trx.raw("select pg_notify('admin_changes', 'remotes')");
}
