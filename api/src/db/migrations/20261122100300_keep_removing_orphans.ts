import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table publish_attempts
      add column leftovers_tries integer not null default 0,
      -- When somebody next tries to remove them; null: as soon as the attempt has been over for a while.
      add column leftovers_next_at timestamptz,
      -- What is told of them in the story of the post: {removed, left, isGivenUp}; null as long as there is nothing to tell.
      add column orphans jsonb;
    -- Those of before were given up after two days without a word.
    update publish_attempts set leftovers_removed_at = now() where leftovers_removed_at is null and ended_at < now() - interval '48 hours';

    alter table uploads_left_behind
      add column tries integer not null default 0,
      add column next_at timestamptz not null default now();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    alter table uploads_left_behind drop column next_at, drop column tries;
    alter table publish_attempts drop column orphans, drop column leftovers_next_at, drop column leftovers_tries`);
}
