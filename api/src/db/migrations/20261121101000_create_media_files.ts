import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- One row for each use of a file; the bytes lie in the media storage under their hash, equal ones once.
    create table media_files (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      environment text not null,
      -- null: not used yet, or its post is gone. The sweep takes such rows and their files away.
      post_id bigint references posts on delete set null,
      position integer not null default 0,
      sha256 text not null constraint media_files_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
      mime_type text not null,
      bytes bigint not null constraint media_files_bytes_check check (bytes > 0),
      alt_text text,
      created_at timestamptz not null default now()
    );
    create index media_files_of_post on media_files (post_id, position, id) where post_id is not null;
    create index media_files_unused on media_files (created_at) where post_id is null;
    create index media_files_of_owner on media_files (user_id, environment);
    create index media_files_by_hash on media_files (sha256);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table media_files');
}
