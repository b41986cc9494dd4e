import type { Knex } from 'knex';

/** Every process has such a line, whatever else it does and whatever its release. */
const PROCESS_LINE = '^pagecast configuration';

/** Which key a database belongs to. Each call that decides belongs into a transaction. */
export function secretKeyRepository(trx: Knex) {
  return {
    /** One process at a time: two that start together with keys of their own must not both be the first. */
    async lock(): Promise<void> {
      await trx.raw("select pg_advisory_xact_lock(hashtext('pagecast.secret-key'))");
    },

    /** Null in a database that no key was noted in. */
    fingerprint: async () =>
      (await trx<{ fingerprint: string }>('secret_key').first('fingerprint'))?.fingerprint ?? null,

    async note(fingerprint: string): Promise<void> {
      await trx('secret_key').insert({ fingerprint }).onConflict('id').merge({ fingerprint, noted_at: trx.fn.now() });
    },

    async isProcessRunning(): Promise<boolean> {
      const { rows } = await trx.raw<{ rows: unknown[] }>(
        'select from pg_stat_activity where datname = current_database() and application_name ~ ?',
        [PROCESS_LINE],
      );
      return rows.length > 0;
    },
  };
}
