import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

/** Posts that an agent proposes, and what became of each: no post of them is made before somebody has said so. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table if not exists proposals (
      id bigint generated always as identity primary key,
      -- Whose page it is for.
      user_id bigint not null,
      environment text not null,
      facebook_page_id bigint not null,
      -- Who proposed it, by themselves or by a token of theirs.
      author_id bigint not null,
      state text not null default 'waiting'
        constraint proposals_state_check check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'expired')),
      content text not null,
      content_type text not null,
      is_ai_generated boolean not null,
      media_type text not null
        constraint proposals_media_type_check check (media_type in ('text', 'image', 'video', 'reel')),
      placement text not null constraint proposals_placement_check check (placement in ('feed', 'story')),
      -- null: as soon as somebody approves it, and its page is free.
      scheduled_at timestamptz,
      -- Stands for all that is approved: text, files, page, minute, kind.
      content_hash text not null,
      -- By which the same is known again, whatever way it comes: see intent.ts.
      intent_hash text not null,
      -- And what it was known by before it was changed.
      former_intents text[] not null default '{}',
      -- What of the text is compared for likeness.
      likened text not null,
      -- Files and links by which a text in other words is known again.
      marks text[] not null,
      -- What it is like, when that is for a person to judge.
      similar_to jsonb,
      -- Why it waits: codes, never words.
      reasons jsonb not null default '[]',
      note text,
      -- As they were called then; the token may be gone.
      person_name text not null,
      token_id bigint,
      token_name text,
      decided_at timestamptz,
      -- null: accepted by what its token may do by itself.
      decided_by text,
      decision_reason text,
      -- The terms of the token by which it was accepted.
      trust jsonb,
      -- What was approved, or last looked at, before the last change.
      former jsonb,
      post_id bigint,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint proposals_owned unique (id, user_id, environment),
      constraint proposals_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint proposals_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint proposals_post_id_of_its_owner foreign key (post_id, user_id, environment)
        references posts (id, user_id, environment) on delete set null (post_id),
      -- What nobody has approved has no post.
      constraint proposals_post_is_approved check (post_id is null or state = 'approved')
    );
    create unique index if not exists proposals_of_post on proposals (post_id) where post_id is not null;
    create index if not exists proposals_of_author on proposals (author_id, updated_at);
    create index if not exists proposals_of_token on proposals (token_id) where token_id is not null;
    create index if not exists proposals_by_intent on proposals (intent_hash);
    create index if not exists proposals_by_former_intent on proposals using gin (former_intents);
    create index if not exists proposals_of_page on proposals (facebook_page_id, updated_at);
    create index if not exists proposals_waiting on proposals (user_id, environment, created_at) where state = 'waiting';
    create index if not exists proposals_decided on proposals (user_id, environment, updated_at, id)
      where state <> 'waiting';
    -- The same twice for the same time cannot both be open, whoever asks and however many at once.
    create unique index if not exists proposals_once on proposals
      (user_id, environment, intent_hash, scheduled_at) nulls not distinct where state = 'waiting';

    create table if not exists proposal_events (
      id bigint generated always as identity primary key,
      proposal_id bigint not null,
      user_id bigint not null,
      environment text not null,
      at timestamptz not null default now(),
      kind text not null,
      -- As they were called then; null where Pagecast did it.
      person_name text,
      is_impersonated boolean not null default false,
      token_name text,
      -- The whole that this hash stands for, of what proposed or changed it.
      content_hash text,
      version jsonb,
      reason text,
      constraint proposal_events_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint proposal_events_of_their_proposal foreign key (proposal_id, user_id, environment)
        references proposals (id, user_id, environment) on delete cascade
    );
    create index if not exists proposal_events_of_proposal on proposal_events (proposal_id, id);
    create index if not exists proposal_events_of_owner on proposal_events (user_id, environment);

    create or replace trigger proposals_changes_write after insert or delete on proposals
      for each row execute function notify_owner_of_row('automation');
    create or replace trigger proposals_changes_update after update on proposals
      for each row when ((old.state, old.content_hash, old.post_id) is distinct from
        (new.state, new.content_hash, new.post_id)) execute function notify_owner_of_row('automation');
  `);
  await alterGently(db, 'alter table media_files add column if not exists proposal_id bigint');
  await db.raw('drop index concurrently if exists media_files_of_proposal');
  await db.raw(`create index concurrently media_files_of_proposal on media_files (proposal_id)
    where proposal_id is not null`);
  await alterGently(
    db,
    `alter table media_files drop constraint if exists media_files_proposal_id_of_its_owner,
      add constraint media_files_proposal_id_of_its_owner foreign key (proposal_id, user_id, environment)
        references proposals (id, user_id, environment) on delete cascade not valid`,
  );
  await db.raw('alter table media_files validate constraint media_files_proposal_id_of_its_owner');
}

export async function down(db: Knex): Promise<void> {
  await alterGently(db, 'alter table media_files drop column if exists proposal_id');
  await db.raw('drop table if exists proposal_events; drop table if exists proposals');
}
