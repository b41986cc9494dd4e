import type { Knex } from 'knex';

const COLUMNS = [
  ['posts', 'problem'],
  ['facebook_pages', 'problem'],
  ['facebook_pages', 'warning'],
  ['post_events', 'problem'],
  ['notifications', 'problem'],
  ['automation_settings', 'problem'],
  ['automation_slots', 'reason'],
  ['uploads_ahead', 'progress'],
] as const;

/** JSON's own null says nothing, and is no null to SQL: by a statement of somebody's own it may stand there. */
export async function up(db: Knex): Promise<void> {
  for (const [table, column] of COLUMNS)
    await db.raw(`update ?? set ?? = null where ?? = 'null'`, [table, column, column]);
}

/** Nothing was lost. */
export async function down(): Promise<void> {}
