import type { Knex } from 'knex';

export const kind = 'expand';

/** What a person writes of a post, and when it goes out. */
const WRITTEN = ['status', 'content', 'article', 'facebook_page_id', 'scheduled_at', 'media_type', 'placement'];
const DIFFERS = WRITTEN.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

/**
 * Every change of a post by people is told to whoever listens, with a mark of what the post is from then on. A loop
 * remembers the last of them: when the database loses its last writes, it knows which posts stand as they did before.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function mark_of_post(p posts) returns text immutable language sql as $$
      select md5(concat_ws('|', case when p.status in ('scheduled', 'publishing') then 'planned' else 'rest' end,
        p.content, p.article, p.facebook_page_id, extract(epoch from p.scheduled_at), p.media_type, p.placement))
    $$;
    create function post_write(p posts, status text) returns void language sql as $$
      select pg_notify('post_writes', concat_ws(':', p.id, p.user_id, p.environment, status,
        case when status <> 'gone' then mark_of_post(p) end))
    $$;
    create function tell_of_post_write() returns trigger language plpgsql as $$
    begin
      perform post_write(new, new.status);
      return null;
    end $$;
    -- What the loop does is looked for at the networks.
    create trigger posts_write_told after update of ${WRITTEN.join(', ')} on posts for each row
      when (new.status <> 'publishing' and (old.status <> 'publishing' or new.status = 'draft') and (${DIFFERS}))
      execute function tell_of_post_write();

    -- Nobody remembers more than the newest.
    create function tell_of_new_posts() returns trigger language plpgsql as $$
    begin
      perform post_write(p, p.status) from (select * from made limit 1000) m, posts p where p.id = m.id;
      return null;
    end $$;
    create trigger posts_new_told after insert on posts referencing new table as made
      for each statement execute function tell_of_new_posts();
    create function tell_of_gone_posts() returns trigger language plpgsql as $$
    begin
      perform pg_notify('post_writes', concat_ws(':', id, user_id, environment, 'gone'))
        from (select id, user_id, environment from gone limit 10000) g;
      return null;
    end $$;
    create trigger posts_gone_told after delete on posts referencing old table as gone
      for each statement execute function tell_of_gone_posts();

    alter table loop_gaps
      -- The history that began with it, after a loss.
      add column history text,
      -- When people were told of a loss, and up to whom in the order of their ids.
      add column told_at timestamptz,
      add column told_to bigint not null default 0;
    update loop_gaps set told_at = ended_at where is_loss;
    create index loop_gaps_untold on loop_gaps (id) where is_loss and told_at is null;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    alter table loop_gaps drop column history, drop column told_at, drop column told_to;
    drop trigger posts_write_told on posts;
    drop trigger posts_new_told on posts;
    drop trigger posts_gone_told on posts;
    drop function tell_of_post_write, tell_of_new_posts, tell_of_gone_posts, post_write, mark_of_post;
  `);
}
