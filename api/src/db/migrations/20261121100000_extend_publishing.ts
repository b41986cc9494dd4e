import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table posts
      -- The process that holds the lease: when it is known to be dead, nobody waits for the lease to run out.
      add column lease_owner uuid,
      -- Waits for a limit that is this post's own (a day's reels), while others of its page go out.
      add column wait_until timestamptz,
      -- What the tech site gets, whole; the content column has it as text.
      add column article jsonb;
    create index posts_due_without_page on posts (scheduled_at, id) where status = 'scheduled' and not is_held and target = 'fiztech';
    create index posts_by_remote_id on posts (remote_id) where remote_id is not null;
    create index posts_reels_of_page on posts (facebook_page_id, published_at) where status = 'published' and media_type = 'reel';

    alter table publish_attempts
      drop constraint publish_attempts_state_check,
      add constraint publish_attempts_state_check
        check (state in ('started', 'created', 'sending', 'processing', 'unclear', 'published', 'refused', 'abandoned')),
      -- What the target noted of its invisible work, to go on from after a crash.
      add column notes jsonb not null default '{}',
      -- How often another worker took the attempt up: each may have left an invisible object behind.
      add column takeovers integer not null default 0,
      -- Until when the past was searched for a post that a restored database had forgotten.
      add column searched_until timestamptz,
      -- When the invisible objects that it may have left at Facebook were removed.
      add column leftovers_removed_at timestamptz;
    create index publish_attempts_with_leftovers on publish_attempts (ended_at) where (takeovers > 0 or tries > 0) and leftovers_removed_at is null;

    -- Rests that Facebook, or the tech site, asked for beyond a single page.
    create table pauses (
      scope text not null constraint pauses_scope_check check (scope in ('app', 'user', 'fiztech')),
      -- Of the app and the tech site the environment, of a user the id.
      key text not null,
      paused_until timestamptz not null,
      reason text not null,
      primary key (scope, key)
    );
    insert into pauses (scope, key, paused_until, reason)
      select 'app', environment, paused_until, coalesce(pause_reason, 'rate_limited') from app_clock where paused_until > now();
    drop table app_clock;

    -- When a loop was last there, and when one last got through, in any process.
    create table loop_heartbeat (
      id boolean primary key default true constraint loop_heartbeat_single check (id),
      ticked_at timestamptz not null default now(),
      worked_at timestamptz not null default now()
    );
    insert into loop_heartbeat default values;

    -- Times in which no loop ran, or which a restored database has forgotten: what stood on the schedule may have gone out meanwhile.
    create table loop_gaps (
      id bigint generated always as identity primary key,
      started_at timestamptz not null,
      ended_at timestamptz not null default now()
    );
    create index loop_gaps_newest on loop_gaps (ended_at desc);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop table loop_gaps, loop_heartbeat;
    create table app_clock (environment text primary key, paused_until timestamptz, pause_reason text);
    insert into app_clock select key, paused_until, reason from pauses where scope = 'app';
    drop table pauses;
    drop index publish_attempts_with_leftovers;
    update publish_attempts set state = 'unclear' where state = 'processing';
    alter table publish_attempts
      drop column notes, drop column takeovers, drop column searched_until, drop column leftovers_removed_at,
      drop constraint publish_attempts_state_check,
      add constraint publish_attempts_state_check check (state in ('started', 'created', 'sending', 'unclear', 'published', 'refused', 'abandoned'));
    drop index posts_reels_of_page; drop index posts_by_remote_id; drop index posts_due_without_page;
    alter table posts drop column lease_owner, drop column wait_until, drop column article`);
}
