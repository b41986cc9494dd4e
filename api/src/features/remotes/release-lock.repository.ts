import type { Knex } from 'knex';

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

/** Screens that show the list of releases read it again. */
export async function notifyOfReleases(trx: Knex.Transaction): Promise<void> {
  await trx.raw("select pg_notify('admin_changes', 'remotes')");
}
