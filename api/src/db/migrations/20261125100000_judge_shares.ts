import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * What people met in a version that a part of them has, and in the one before it, while the share grows: a line for each
 * person of the area, under a name that only the server's key can make of them. It goes when the share ends. `met` has a
 * bit for each of `JUDGED_METRICS`, in the version that the person met it with first.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table release_share_people (
      share_id bigint not null references release_shares (id) on delete cascade,
      person bytea not null,
      is_candidate boolean not null,
      -- Chosen by name, not by chance.
      is_named boolean not null,
      met_candidate smallint not null,
      met_base smallint not null,
      -- With the version that they have by now.
      first_at timestamptz not null default now(),
      seen_at timestamptz,
      -- The first of what nobody can work with.
      failed_at timestamptz,
      primary key (share_id, person)
    );
    create index release_share_people_first on release_share_people (share_id, first_at) where is_candidate;

    create table release_share_judgements (
      share_id bigint primary key references release_shares (id) on delete cascade,
      -- Of each metric; null before the first look.
      evidence jsonb,
      verdict jsonb,
      judged_at timestamptz
    );
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table release_share_judgements, release_share_people');
}
