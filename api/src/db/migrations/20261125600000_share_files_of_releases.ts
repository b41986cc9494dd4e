import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Files of versions for processes that have them not on their disk, and what people were given of each area. Both are
 * sealed with the product's key, which is not in the database. `release_folders` names no row of `remote_releases`: a
 * version's files are there before it, and a day longer.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table release_files (
      hash text primary key,
      bytes bytea not null
    );
    -- They are packed already, or small.
    alter table release_files alter column bytes set storage external;

    create table release_folders (
      name text not null,
      version text not null,
      paths text[] not null,
      hashes text[] not null,
      description text not null,
      seal text not null,
      -- Since when no registered version needs it.
      let_go_at timestamptz,
      primary key (name, version)
    );

    create table shown_releases (
      name text primary key,
      state text not null,
      seal text not null
    );
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop table shown_releases;
    drop table release_folders;
    drop table release_files;
  `);
}
