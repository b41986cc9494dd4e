import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- New words go onto a list first, which a job brings into the index every minute. At PostgreSQL's own 4 MB the post that fills
    -- the list would wait for that: 20,000 posts that go out at once would take four times as long. In kB.
    alter index posts_published_text set (gin_pending_list_limit = 65536)`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter index posts_published_text reset (gin_pending_list_limit)');
}
