import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table posts (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      environment text not null,
      target text not null constraint posts_target_check check (target in ('facebook', 'fiztech')),
      facebook_page_id bigint references facebook_pages on delete set null,
      content text not null,
      content_type text not null,
      tone text,
      keywords text,
      is_ai_generated boolean not null default false,
      media_type text not null default 'text' constraint posts_media_type_check check (media_type in ('text', 'image', 'video', 'reel')),
      status text not null constraint posts_status_check
        check (status in ('draft', 'scheduled', 'publishing', 'published', 'failed', 'missed')),
      scheduled_at timestamptz,
      published_at timestamptz,
      is_late boolean not null default false,
      remote_id text,
      permalink_url text,
      problem jsonb,
      -- Waits for its owner (a page to reconnect), so the loop leaves it alone.
      is_held boolean not null default false,
      -- Its owner asked for it right now and is waiting for the answer.
      publish_now boolean not null default false,
      lease_token uuid,
      lease_expires_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint posts_scheduled_check check (status <> 'scheduled' or scheduled_at is not null),
      constraint posts_published_check check (status <> 'published' or published_at is not null),
      constraint posts_lease_check check ((status = 'publishing') = (lease_expires_at is not null))
    );
    create index posts_published_by_user on posts (user_id, environment, published_at desc, id desc) where status = 'published';
    create index posts_scheduled_by_user on posts (user_id, environment, scheduled_at, id) where status = 'scheduled';
    create index posts_due on posts (scheduled_at, facebook_page_id, id) where status = 'scheduled' and not is_held;
    create index posts_due_of_page on posts (facebook_page_id, scheduled_at, id) where status = 'scheduled' and not is_held;
    create index posts_leased on posts (lease_expires_at) where status = 'publishing';
    create index posts_needing_attention on posts (user_id, environment, updated_at desc) where status in ('failed', 'missed', 'draft', 'publishing');
    create index posts_of_page on posts (facebook_page_id);

    -- Wakes the loop of every process as soon as the transaction that put a post on the schedule is in.
    create function notify_posts_due() returns trigger language plpgsql as $$
    begin
      perform pg_notify('posts_due', extract(epoch from new.scheduled_at)::text);
      return null;
    end $$;
    create trigger posts_due_insert after insert on posts
      for each row when (new.status = 'scheduled') execute function notify_posts_due();
    create trigger posts_due_update after update of status, scheduled_at, is_held on posts
      for each row when (new.status = 'scheduled' and not new.is_held
        and (old.status, old.scheduled_at, old.is_held) is distinct from (new.status, new.scheduled_at, new.is_held))
      execute function notify_posts_due();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table posts; drop function notify_posts_due');
}
