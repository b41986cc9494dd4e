import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Files that go to Facebook before their post is due. The claim of the post takes the row, with what it notes, into the attempt.
    create table uploads_ahead (
      post_id bigint primary key references posts on delete cascade,
      -- As publish_attempts.notes.
      notes jsonb not null default '{}',
      -- Until then the upload is somebody's; after a failure, until the next try.
      lease_until timestamptz not null,
      done_at timestamptz,
      tries integer not null default 0,
      created_at timestamptz not null default now()
    );
    -- Posts whose files go ahead, by their time.
    create index posts_with_media_ahead on posts (scheduled_at, id) where status = 'scheduled' and not is_held and media_type <> 'text';
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index posts_with_media_ahead; drop table uploads_ahead');
}
