import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Posts of one person that end at the same time would wait for each other's commit at their common row:
    -- a month has several, whose sum counts.
    alter table post_summaries
      add column share smallint not null default 0,
      drop constraint post_summaries_pkey,
      add primary key (user_id, environment, month, share);

    create or replace function add_to_summary(owner bigint, env text, at timestamptz, posts integer, ai_posts integer, reactions bigint)
    returns void language sql as $$
      insert into post_summaries as s (user_id, environment, month, share, published, ai_published, engagement)
      values (owner, env, date_trunc('month', at at time zone 'UTC')::date, pg_backend_pid() % 16, posts, ai_posts, reactions)
      on conflict (user_id, environment, month, share) do update
      set published = s.published + excluded.published,
          ai_published = s.ai_published + excluded.ai_published,
          engagement = s.engagement + excluded.engagement;
    $$;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    create temporary table summed on commit drop as
      select user_id, environment, month, sum(published)::int as published, sum(ai_published)::int as ai_published, sum(engagement)::bigint as engagement
      from post_summaries group by user_id, environment, month;
    delete from post_summaries;
    alter table post_summaries drop constraint post_summaries_pkey, drop column share, add primary key (user_id, environment, month);
    insert into post_summaries (user_id, environment, month, published, ai_published, engagement) select user_id, environment, month, published, ai_published, engagement from summed;

    create or replace function add_to_summary(owner bigint, env text, at timestamptz, posts integer, ai_posts integer, reactions bigint)
    returns void language sql as $$
      insert into post_summaries as s (user_id, environment, month, published, ai_published, engagement)
      values (owner, env, date_trunc('month', at at time zone 'UTC')::date, posts, ai_posts, reactions)
      on conflict (user_id, environment, month) do update
      set published = s.published + excluded.published,
          ai_published = s.ai_published + excluded.ai_published,
          engagement = s.engagement + excluded.engagement;
    $$;
  `);
}
