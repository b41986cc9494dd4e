import type { Knex } from 'knex';

export const kind = 'expand';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Where the files of media are kept. No row: on disks, from before they could lie elsewhere.
    create table media_store (
      is_only boolean primary key default true constraint media_store_is_only_check check (is_only),
      -- The same in a marker among the files themselves.
      id uuid not null,
      -- Where new ones go. What was kept before may still lie at the other place.
      writes_to text not null constraint media_store_writes_to_check check (writes_to in ('disk', 's3')),
      changed_at timestamptz not null default now()
    );

    -- Files that lie in a bucket, each under a name that is never used again.
    create table media_objects (
      sha256 text primary key,
      generation uuid not null,
      bytes bigint not null,
      -- Somebody is about to use it again.
      leased_until timestamptz,
      created_at timestamptz not null default now()
    );
    create unique index media_objects_by_generation on media_objects (generation);
    create index media_objects_oldest on media_objects (created_at, sha256);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table media_objects; drop table media_store');
}
