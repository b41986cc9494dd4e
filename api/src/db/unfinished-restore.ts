import type { Knex } from 'knex';

/** A schema that is there from the first change of a restore to its last. */
export const UNFINISHED_RESTORE = 'pagecast_unfinished_restore';

/** @returns a sentence where half of a backup is in the database, and nothing must work on it */
export async function unfinishedRestore(db: Knex): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { there: boolean }[] }>('select to_regnamespace(?) is not null as there', [
    UNFINISHED_RESTORE,
  ]);
  return rows[0]?.there === true
    ? 'A restore into this database was cut off, so half of a backup is in it. Run npm run restore again.'
    : null;
}
