import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Who looks for a word reads the list of those that are not in the index yet: after an import of thousands of posts
 * that took as long as looking through all of them, until the job came. Two megabytes are read at once, and whoever
 * plans the post that fills the list waits some milliseconds for it; publishing adds nothing to it. In kB.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter index posts_scheduled_text set (gin_pending_list_limit = 2048)');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter index posts_scheduled_text set (gin_pending_list_limit = 65536)');
}
