import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

/** Sheets with a row for each post: kept from their upload to their import, and after it only what tells them again. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table if not exists sheets (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      name text not null,
      -- Of the file as it came.
      sha256 text not null,
      rows integer not null,
      reading jsonb not null,
      created_at timestamptz not null default now(),
      imported_at timestamptz,
      -- What was made of it.
      made jsonb,
      -- Of each row that was imported.
      row_hashes text[] not null default '{}',
      constraint sheets_owned unique (id, user_id, environment),
      constraint sheets_made check ((imported_at is null) = (made is null)),
      constraint sheets_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index if not exists sheets_of_owner on sheets (user_id, environment, imported_at);
    create index if not exists sheets_oldest on sheets (created_at);

    create table if not exists sheet_rows (
      sheet_id bigint not null,
      -- As a spreadsheet counts it.
      number integer not null,
      user_id bigint not null,
      environment text not null,
      cells jsonb not null,
      primary key (sheet_id, number),
      constraint sheet_rows_sheet_id_of_its_owner foreign key (sheet_id, user_id, environment)
        references sheets (id, user_id, environment) on delete cascade,
      constraint sheet_rows_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index if not exists sheet_rows_of_owner on sheet_rows (user_id, environment);

    -- What was found at the addresses of images.
    create table if not exists sheet_images (
      sheet_id bigint not null,
      address text not null,
      user_id bigint not null,
      environment text not null,
      media_file_id bigint,
      flaw text,
      primary key (sheet_id, address),
      constraint sheet_images_sheet_id_of_its_owner foreign key (sheet_id, user_id, environment)
        references sheets (id, user_id, environment) on delete cascade,
      constraint sheet_images_media_file_id_of_its_owner foreign key (media_file_id, user_id, environment)
        references media_files (id, user_id, environment) on delete cascade,
      constraint sheet_images_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index if not exists sheet_images_of_owner on sheet_images (user_id, environment);
    create index if not exists sheet_images_of_media on sheet_images (media_file_id) where media_file_id is not null;
  `);
  await alterGently(db, 'alter table idempotency_keys add column if not exists sheet_id bigint');
}

export async function down(db: Knex): Promise<void> {
  await alterGently(db, 'alter table idempotency_keys drop column if exists sheet_id');
  await db.raw(`
    drop table if exists sheet_images;
    drop table if exists sheet_rows;
    drop table if exists sheets;
  `);
}
