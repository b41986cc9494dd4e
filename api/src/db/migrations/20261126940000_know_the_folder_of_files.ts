import type { Knex } from 'knex';

export const kind = 'expand';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- The folder that the files of this database lie in, where they lie on a disk. No row: nobody has looked yet.
    create table media_disk (
      is_only boolean primary key default true constraint media_disk_is_only_check check (is_only),
      -- The same in a marker among the files themselves.
      id uuid not null,
      -- Host and folder of who noted it, for people.
      place text not null,
      noted_at timestamptz not null default now()
    );
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table media_disk');
}
