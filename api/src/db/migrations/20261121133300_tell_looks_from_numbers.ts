import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- When the numbers were true. A look that failed moves fetched_at alone, so that the next post has its turn.
    alter table post_engagement add column seen_at timestamptz;
    update post_engagement set seen_at = fetched_at where likes + comments + shares > 0`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table post_engagement drop column seen_at');
}
