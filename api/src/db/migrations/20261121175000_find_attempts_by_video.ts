import type { Knex } from 'knex';

/** To ask whether anybody may show a video, before it is taken away. */
export async function up(db: Knex): Promise<void> {
  await db.raw(
    "create index publish_attempts_by_video on publish_attempts ((notes ->> 'videoId')) where notes ->> 'videoId' is not null",
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index publish_attempts_by_video');
}
