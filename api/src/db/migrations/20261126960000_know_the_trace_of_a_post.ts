import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Which trace somebody's doing was a part of, as the transaction says: the loop goes on with it. Nobody need write it,
 * and releases before this one leave it empty.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table post_events add column traceparent text
    default nullif(current_setting('pagecast.traceparent', true), '')`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table post_events drop column traceparent');
}
