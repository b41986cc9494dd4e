import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Counts that would otherwise grow with history, kept by the transaction that changes a post. Months are UTC.
    create table post_summaries (
      user_id bigint not null references users on delete cascade,
      environment text not null,
      month date not null,
      published integer not null default 0,
      ai_published integer not null default 0,
      engagement bigint not null default 0,
      primary key (user_id, environment, month)
    );

    create function add_to_summary(owner bigint, env text, at timestamptz, posts integer, ai_posts integer, reactions bigint)
    returns void language sql as $$
      insert into post_summaries as s (user_id, environment, month, published, ai_published, engagement)
      values (owner, env, date_trunc('month', at at time zone 'UTC')::date, posts, ai_posts, reactions)
      on conflict (user_id, environment, month) do update
      set published = s.published + excluded.published,
          ai_published = s.ai_published + excluded.ai_published,
          engagement = s.engagement + excluded.engagement;
    $$;

    create function summarise_post() returns trigger language plpgsql as $$
    declare
      seen bigint;
    begin
      if tg_op <> 'INSERT' and old.status = 'published' then
        select coalesce(sum(likes + comments + shares), 0) into seen from post_engagement where post_id = old.id;
        -- An account that is being deleted takes its summary along.
        if exists (select from users where id = old.user_id) then
          perform add_to_summary(old.user_id, old.environment, old.published_at, -1, -(old.is_ai_generated::int), -seen);
        end if;
      end if;
      if tg_op <> 'DELETE' and new.status = 'published' then
        select coalesce(sum(likes + comments + shares), 0) into seen from post_engagement where post_id = new.id;
        perform add_to_summary(new.user_id, new.environment, new.published_at, 1, new.is_ai_generated::int, seen);
      end if;
      return coalesce(new, old);
    end $$;
    create trigger posts_summary_write after insert or update of status, published_at, is_ai_generated on posts
      for each row execute function summarise_post();
    -- Before, so that the engagement is still there to be taken off.
    create trigger posts_summary_delete before delete on posts
      for each row execute function summarise_post();

    create function summarise_engagement() returns trigger language plpgsql as $$
    declare
      post posts;
      change bigint := (new.likes + new.comments + new.shares) - case when tg_op = 'UPDATE' then old.likes + old.comments + old.shares else 0 end;
    begin
      select * into post from posts where id = new.post_id and status = 'published';
      if found and change <> 0 then
        perform add_to_summary(post.user_id, post.environment, post.published_at, 0, 0, change);
      end if;
      return null;
    end $$;
    create trigger post_engagement_summary after insert or update on post_engagement
      for each row execute function summarise_engagement();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger posts_summary_write on posts; drop trigger posts_summary_delete on posts; drop trigger post_engagement_summary on post_engagement;
    drop function summarise_post; drop function summarise_engagement; drop function add_to_summary; drop table post_summaries`);
}
