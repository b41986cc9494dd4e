import type { Knex } from 'knex';

const LEASE = "interval '2 minutes'";
/** The name of the connection by which a backup shows that it lives. */
export const BACKUP_LINE = 'pagecast backup ';

/** One backup of a database at a time; while it runs, no file of a post is deleted. */
export function leaseRepository(db: Knex) {
  /** The row comes with the first backup, so that a database without one loses nothing with the table. */
  const provide = () => db('backup_lease').insert({ is_only: true }).onConflict('is_only').ignore();

  return {
    /** Which database this is, for the place of its backups. */
    async identity(): Promise<string> {
      await provide();
      return (await db<{ id: string }>('backup_lease').first('id'))?.id ?? '';
    },

    /** False while another backup runs. One whose connection is gone runs no more. */
    async take(by: string): Promise<boolean> {
      await provide();
      const { rowCount } = await db.raw<{ rowCount: number }>(
        `update backup_lease set leased_by = ?, leased_until = now() + ${LEASE}
        where leased_until is null or leased_until < now() or not exists (
          select from pg_stat_activity where application_name = ? || leased_by::text)`,
        [by, BACKUP_LINE],
      );
      return rowCount === 1;
    },

    /** False when another backup has taken over. */
    async renew(by: string): Promise<boolean> {
      const { rowCount } = await db.raw<{ rowCount: number }>(
        `update backup_lease set leased_until = now() + ${LEASE} where leased_by = ?`,
        [by],
      );
      return rowCount === 1;
    },

    async giveBack(by: string): Promise<void> {
      await db('backup_lease').where({ leased_by: by }).update({ leased_by: null, leased_until: null });
    },

    /** Whether bytes that no row needs any more may still be needed by one. */
    async isRunning(): Promise<boolean> {
      return (await db('backup_lease').where('leased_until', '>', db.fn.now()).first('id')) !== undefined;
    },
  };
}
