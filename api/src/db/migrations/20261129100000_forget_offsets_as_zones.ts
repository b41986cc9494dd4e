import type { Knex } from 'knex';

export const kind = 'expand';

const UNSHARED = (column: string) => `${column} ~ '^[+-]' or ${column} like 'SystemV/%'`;

/**
 * An offset such as `+08:00` was taken for a zone, by which the database means the opposite; of some others it knows
 * nothing. The zone of the browser, or of the page's owner, counts again.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    update users set time_zone = null where ${UNSHARED('time_zone')};
    update users set browser_time_zone = null where ${UNSHARED('browser_time_zone')};
    update page_plans set time_zone = null where ${UNSHARED('time_zone')}
  `);
}

/** What was forgotten was no zone. */
export async function down(): Promise<void> {}
