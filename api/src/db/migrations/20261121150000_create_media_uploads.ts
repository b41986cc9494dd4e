import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table media_files
      -- What it was checked as; null: before anything of the kind was looked at.
      add column kind text constraint media_files_kind_check check (kind in ('image', 'video', 'reel')),
      add column width integer,
      add column height integer,
      add column duration_seconds double precision;

    -- Files on their way here. Their bytes lie in the media storage under the id.
    create table media_uploads (
      id uuid primary key,
      user_id bigint not null references users on delete cascade,
      environment text not null,
      -- What was announced; how much is there, the storage knows.
      bytes bigint not null constraint media_uploads_bytes_check check (bytes > 0),
      -- What it has become once whole.
      media_file_id bigint references media_files on delete cascade,
      created_at timestamptz not null default now()
    );
    create index media_uploads_of_owner on media_uploads (user_id, environment);
    create index media_uploads_oldest on media_uploads (created_at);
    create index media_uploads_of_file on media_uploads (media_file_id) where media_file_id is not null;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop table media_uploads;
    alter table media_files drop column kind, drop column width, drop column height, drop column duration_seconds`);
}
