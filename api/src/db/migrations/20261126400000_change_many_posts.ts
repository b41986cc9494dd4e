import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

/** What was done to many posts at once, and what its undo needs, for as long as it can be undone. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table if not exists bulk_changes (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      kind text not null constraint bulk_changes_kind_check check (kind in ('move', 'slots', 'page', 'publish', 'delete')),
      -- What was answered: how many posts were changed, which, and why others were not.
      outcome jsonb not null,
      created_at timestamptz not null default now(),
      undone_at timestamptz,
      undo_outcome jsonb,
      constraint bulk_changes_owned unique (id, user_id, environment),
      constraint bulk_changes_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index if not exists bulk_changes_of_owner on bulk_changes (user_id, environment);
    create index if not exists bulk_changes_oldest on bulk_changes (created_at);

    create table if not exists bulk_change_posts (
      bulk_change_id bigint not null references bulk_changes on delete cascade,
      -- No foreign key: one that was deleted comes back under its number.
      post_id bigint not null,
      -- The row of the post; of one that was deleted also what went with it.
      before jsonb not null,
      events jsonb not null default '[]',
      attempts jsonb not null default '[]',
      files jsonb not null default '[]',
      file_ids bigint[] not null default '{}',
      composition_id bigint,
      -- Where the change has put it. Who finds it elsewhere knows that somebody else was there since.
      after jsonb,
      primary key (bulk_change_id, post_id)
    );
    create index if not exists bulk_change_posts_files on bulk_change_posts using gin (file_ids) where file_ids <> '{}';
    create index if not exists bulk_change_posts_composition on bulk_change_posts (composition_id)
      where composition_id is not null;

    -- A post of automation that was deleted is there again.
    create or replace function restore_slot_of_post() returns trigger language plpgsql as $$
    begin
      update automation_slots set state = 'scheduled', reason = null, updated_at = now()
      where id = new.automation_slot_id and state = 'skipped' and reason ->> 'code' = 'deleted';
      return null;
    end $$;
  `);
  await alterGently(db, 'alter table idempotency_keys add column if not exists bulk_change_id bigint');
  await alterGently(
    db,
    `drop trigger if exists posts_slot_restore on posts;
    create trigger posts_slot_restore after insert on posts
      for each row when (new.automation_slot_id is not null and new.status = 'scheduled')
      execute function restore_slot_of_post()`,
  );
}

export async function down(db: Knex): Promise<void> {
  await alterGently(db, 'drop trigger if exists posts_slot_restore on posts');
  await alterGently(db, 'alter table idempotency_keys drop column if exists bulk_change_id');
  await db.raw(`
    drop function if exists restore_slot_of_post();
    drop table if exists bulk_change_posts;
    drop table if exists bulk_changes;
  `);
}
