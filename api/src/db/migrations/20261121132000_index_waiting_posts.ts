import type { Knex } from 'knex';

/** What waits for its time is planned or on its way, in one order. The wider index serves what the narrower one did. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create index posts_waiting_by_user on posts (user_id, environment, scheduled_at, id) where status in ('scheduled', 'publishing');
    drop index posts_scheduled_by_user;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    create index posts_scheduled_by_user on posts (user_id, environment, scheduled_at, id) where status = 'scheduled';
    drop index posts_waiting_by_user;
  `);
}
