import type { Knex } from 'knex';

export const kind = 'expand';
export const config = { transaction: false };

const INDEX = 'posts_scheduled_text';

/**
 * Words of planned posts are found as those of published ones are: looked for in each text, twenty thousand posts of a
 * person take longer than anybody waits. A post that goes out leaves the index by itself; new words wait on a list for
 * the job that brings them in, as they do there.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`drop index concurrently if exists ${INDEX}`);
  await db.raw(`create index concurrently ${INDEX} on posts using gin (user_id, content gin_trgm_ops)
    with (gin_pending_list_limit = 65536) where status = 'scheduled'`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`drop index if exists ${INDEX}`);
}
