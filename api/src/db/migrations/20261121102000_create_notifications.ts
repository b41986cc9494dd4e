import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table notifications (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      environment text not null,
      kind text not null constraint notifications_kind_check check (kind in ('failed', 'missed', 'page')),
      -- What belongs together while nobody has read it: one page and one cause.
      group_key text not null,
      count integer not null default 1,
      post_id bigint references posts on delete set null,
      facebook_page_id bigint references facebook_pages on delete cascade,
      problem jsonb,
      created_at timestamptz not null default now(),
      -- When the newest thing it stands for happened.
      updated_at timestamptz not null default now(),
      read_at timestamptz
    );
    create unique index notifications_one_unread on notifications (user_id, environment, group_key) where read_at is null;
    create index notifications_newest on notifications (user_id, environment, updated_at desc, id desc);
    create index notifications_of_post on notifications (post_id) where post_id is not null;
    create index notifications_of_page on notifications (facebook_page_id) where facebook_page_id is not null;
    create index notifications_read on notifications (read_at) where read_at is not null;

    alter table facebook_pages
      -- When the page's token is looked at again.
      add column next_check_at timestamptz not null default now(),
      -- When the token ends, and when it stops to open what it opens; null for never or unknown.
      add column token_expires_at timestamptz,
      add column data_access_expires_at timestamptz,
      -- Nothing is wrong yet, but posts are planned for a time at which something will be.
      add column warning jsonb;
    create index facebook_pages_to_check on facebook_pages (next_check_at) where removed_at is null and access_token is not null;
    create index posts_held_of_page on posts (facebook_page_id, scheduled_at) where status = 'scheduled' and is_held;
    create index posts_newest_scheduled on posts (user_id, environment, created_at desc, id desc) where status = 'scheduled';

    create function notification_group(status text, page bigint, problem jsonb) returns text immutable language sql
    as $$ select status || ':' || coalesce(page::text, 'tech-site') || ':' || coalesce(problem ->> 'code', '') $$;

    -- Takes posts that no longer need their owner off what is unread. One that was read since they came to it is left alone.
    create function take_off_notification(owner bigint, env text, of_group text, since timestamptz, posts integer) returns void language sql as $$
      update notifications
      set count = greatest(1, count - posts), read_at = case when count <= posts then now() end
      where user_id = owner and environment = env and group_key = of_group and read_at is null and created_at <= since;
    $$;

    -- For each statement, not for each row: a thousand posts that are missed at once count up their notification once,
    -- and two processes that miss posts of the same pages take the rows in the same order.
    create function notify_of_posts() returns trigger language plpgsql as $$
    begin
      if not exists (select from after where status in ('failed', 'missed')) and not exists (select from before where status in ('failed', 'missed')) then
        return null;
      end if;

      perform take_off_notification(g.user_id, g.environment, g.of_group, g.since, g.posts) from (
        select b.user_id, b.environment, notification_group(b.status, b.facebook_page_id, b.problem) as of_group, max(b.updated_at) as since, count(*)::int as posts
        from before b join after a on a.id = b.id
        where b.status in ('failed', 'missed') and (a.status <> b.status or a.facebook_page_id is distinct from b.facebook_page_id)
        group by 1, 2, 3 order by 1, 2, 3
      ) g;

      insert into notifications as n (user_id, environment, kind, group_key, count, post_id, facebook_page_id, problem)
      select a.user_id, a.environment, a.status, notification_group(a.status, a.facebook_page_id, a.problem), count(*),
        max(a.id), a.facebook_page_id, (array_agg(a.problem order by a.id desc))[1]
      from after a join before b on b.id = a.id
      where a.status in ('failed', 'missed') and b.status <> a.status
      group by 1, 2, 3, 4, 7 order by 1, 2, 4
      on conflict (user_id, environment, group_key) where read_at is null
      do update set count = n.count + excluded.count, post_id = excluded.post_id, problem = excluded.problem, updated_at = now();
      return null;
    end $$;
    create trigger posts_notifications after update on posts
      referencing old table as before new table as after for each statement execute function notify_of_posts();

    create function forget_deleted_posts() returns trigger language plpgsql as $$
    begin
      perform take_off_notification(g.user_id, g.environment, g.of_group, g.since, g.posts) from (
        select user_id, environment, notification_group(status, facebook_page_id, problem) as of_group, max(updated_at) as since, count(*)::int as posts
        from before where status in ('failed', 'missed') group by 1, 2, 3 order by 1, 2, 3
      ) g;
      return null;
    end $$;
    create trigger posts_notifications_delete after delete on posts
      referencing old table as before for each statement execute function forget_deleted_posts();

    create function notify_of_page() returns trigger language plpgsql as $$
    declare
      trouble jsonb := case when new.removed_at is null then coalesce(new.problem, new.warning) end;
    begin
      if trouble is null then
        update notifications set read_at = now()
        where user_id = new.user_id and environment = new.environment and group_key = 'page:' || new.id and read_at is null;
      else
        insert into notifications (user_id, environment, kind, group_key, facebook_page_id, problem)
        values (new.user_id, new.environment, 'page', 'page:' || new.id, new.id, trouble)
        on conflict (user_id, environment, group_key) where read_at is null do update set problem = excluded.problem, updated_at = now();
      end if;
      return null;
    end $$;
    create trigger facebook_pages_notifications after update of problem, warning, removed_at on facebook_pages
      for each row when ((coalesce(old.problem, old.warning) ->> 'code', old.removed_at) is distinct from (coalesce(new.problem, new.warning) ->> 'code', new.removed_at))
      execute function notify_of_page();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger facebook_pages_notifications on facebook_pages;
    drop trigger posts_notifications_delete on posts;
    drop trigger posts_notifications on posts;
    drop function notify_of_page, forget_deleted_posts, notify_of_posts, take_off_notification, notification_group;
    drop index posts_newest_scheduled, posts_held_of_page, facebook_pages_to_check;
    alter table facebook_pages drop column next_check_at, drop column token_expires_at, drop column data_access_expires_at, drop column warning;
    drop table notifications;
  `);
}
