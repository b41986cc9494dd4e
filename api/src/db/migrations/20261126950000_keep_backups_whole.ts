import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Of the backup that runs, so that nothing that it still has to copy is deleted; and of the backups that were put back:
 * nothing is sent until somebody has released the one that was last.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table if not exists backup_lease (
      is_only boolean primary key default true constraint backup_lease_is_only check (is_only),
      -- Which database it is, for the place that its backups lie in.
      id uuid not null default gen_random_uuid(),
      leased_by uuid,
      leased_until timestamptz
    );
    create table if not exists restores (
      id bigint generated always as identity primary key,
      backup_id text not null,
      backup_at timestamptz not null,
      restored_at timestamptz not null default now(),
      released_at timestamptz,
      -- Counts of what ended with it.
      ended jsonb not null
    );
    create unique index if not exists restores_held on restores ((released_at is null)) where released_at is null;
    create table if not exists restored_posts (
      post_id bigint primary key references posts (id) on delete cascade,
      restore_id bigint not null references restores (id) on delete cascade,
      outcome text not null constraint restored_posts_outcome_check check (outcome in ('out', 'not-out', 'unknown')),
      checked_at timestamptz not null default now()
    );
    create index if not exists restored_posts_of_restore on restored_posts (restore_id);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table if exists restored_posts; drop table if exists restores; drop table if exists backup_lease');
}
