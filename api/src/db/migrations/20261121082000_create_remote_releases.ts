import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table remote_releases (
      id bigint generated always as identity primary key,
      name text not null,
      version text not null,
      git_commit text,
      contract integer not null,
      manifest_url text not null,
      entry_url text not null,
      manifest_integrity text not null,
      entry_integrity text not null,
      paths jsonb not null,
      nav jsonb not null,
      preload jsonb not null,
      source text not null constraint remote_releases_source_check check (source in ('built-in', 'released')),
      status text not null constraint remote_releases_status_check check (status in ('current', 'previous', 'retired')),
      created_at timestamptz not null default now(),
      constraint remote_releases_version_unique unique (name, version)
    );
    create unique index remote_releases_one_current on remote_releases (name) where status = 'current';
    create unique index remote_releases_one_previous on remote_releases (name) where status = 'previous';
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table remote_releases');
}
