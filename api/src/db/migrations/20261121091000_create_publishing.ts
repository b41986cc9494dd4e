import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- One row for each effort to bring a post out. It outlives crashes and leases: whoever claims the post next goes on from here.
    create table publish_attempts (
      id bigint generated always as identity primary key,
      post_id bigint not null references posts on delete cascade,
      state text not null constraint publish_attempts_state_check
        check (state in ('started', 'created', 'sending', 'unclear', 'published', 'refused', 'abandoned')),
      page_id text,
      remote_id text,
      sent_at timestamptz,
      sending_deadline timestamptz,
      clean_absences integer not null default 0,
      tries integer not null default 0,
      error jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create unique index publish_attempts_one_open on publish_attempts (post_id) where ended_at is null;
    create index publish_attempts_of_post on publish_attempts (post_id, id desc);

    -- One row for each page: at most one post in flight, and pauses that Facebook asked for.
    create table page_clock (
      facebook_page_id bigint primary key references facebook_pages on delete cascade,
      -- The post in flight. The page takes no other until this one has come to an end.
      post_id bigint references posts on delete set null,
      last_published_at timestamptz,
      paused_until timestamptz,
      pause_reason text
    );

    -- Every page has its clock from the start: a claim and a pause find it there.
    create function start_page_clock() returns trigger language plpgsql as $$
    begin
      insert into page_clock (facebook_page_id) values (new.id);
      return null;
    end $$;
    create trigger facebook_pages_clock after insert on facebook_pages for each row execute function start_page_clock();
    insert into page_clock (facebook_page_id) select id from facebook_pages;

    create table app_clock (
      environment text primary key,
      paused_until timestamptz,
      pause_reason text
    );

    create table post_engagement (
      post_id bigint primary key references posts on delete cascade,
      likes integer not null,
      comments integer not null,
      shares integer not null,
      fetched_at timestamptz not null default now()
    );
    create index post_engagement_oldest on post_engagement (fetched_at);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger facebook_pages_clock on facebook_pages; drop function start_page_clock;
    drop table post_engagement, app_clock, page_clock, publish_attempts`);
}
