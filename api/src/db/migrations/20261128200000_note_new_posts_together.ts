import type { Knex } from 'knex';

export const kind = 'expand';

/** To the letter as `20261126780000_let_programs_call` has it for one. */
const EVENT = 'post_id, kind, actor_facebook_id, actor_name, is_impersonated, before, after, problem, actor_token';

/**
 * What a statement makes is noted and told once for all of it, and no longer for each post. The loop hears of the
 * earliest time alone, and finds the others when it wakes.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function note_new_posts() returns trigger language plpgsql as $$
    begin
      insert into post_events (${EVENT})
      select p.id, 'created', who ->> 'facebookId', who ->> 'name', coalesce((who ->> 'isInPlace')::boolean, false),
        null, jsonb_build_object('status', p.status, 'scheduledAt', p.scheduled_at, 'publishNow', p.publish_now),
        case when p.is_held then p.problem end, who ->> 'token'
      from made p cross join current_actor() who order by p.id;
      return null;
    end $$;
    create or replace trigger posts_events_insert after insert on posts referencing new table as made
      for each statement when (current_setting('pagecast.actor', true) <> '') execute function note_new_posts();

    create function notify_new_posts_due() returns trigger language plpgsql as $$
    begin
      perform pg_notify('posts_due', extract(epoch from min(scheduled_at))::text)
        from made where status = 'scheduled' having count(*) > 0;
      return null;
    end $$;
    create or replace trigger posts_due_insert after insert on posts referencing new table as made
      for each statement execute function notify_new_posts_due();

    create function notify_of_some_posts() returns trigger language plpgsql as $$
    begin
      perform pg_notify('changes', user_id || ':' || environment || ':' || families_of_post(status, null))
        from (select distinct user_id, environment, status from changed) c;
      return null;
    end $$;
    create or replace trigger posts_changes_write after insert on posts referencing new table as changed
      for each statement execute function notify_of_some_posts();
    create trigger posts_changes_delete after delete on posts referencing old table as changed
      for each statement execute function notify_of_some_posts();

    -- Stable as what it is made of, so that it becomes part of the statement that asks for it.
    alter function mark_of_post(posts) stable;
    create or replace function tell_of_new_posts() returns trigger language plpgsql as $$
    begin
      perform pg_notify('post_writes', concat_ws(':', p.id, p.user_id, p.environment, p.status, mark_of_post(p)))
        from (select * from made limit 1000) m, posts p where p.id = m.id;
      return null;
    end $$;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    create or replace function tell_of_new_posts() returns trigger language plpgsql as $$
    begin
      perform post_write(p, p.status) from (select * from made limit 1000) m, posts p where p.id = m.id;
      return null;
    end $$;
    alter function mark_of_post(posts) immutable;

    drop trigger posts_changes_delete on posts;
    create or replace trigger posts_changes_write after insert or delete on posts for each row execute function notify_of_post();
    drop function notify_of_some_posts;

    create or replace trigger posts_due_insert after insert on posts
      for each row when (new.status = 'scheduled') execute function notify_posts_due();
    drop function notify_new_posts_due;

    create or replace trigger posts_events_insert after insert on posts
      for each row when (current_setting('pagecast.actor', true) <> '') execute function note_new_post();
    drop function note_new_posts;
  `);
}
