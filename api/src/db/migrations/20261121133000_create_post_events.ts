import type { Knex } from 'knex';

/** What a person writes, and where it goes. */
const TEXT =
  "jsonb_build_object('content', p.content, 'contentType', p.content_type, 'tone', p.tone, 'keywords', p.keywords, 'page', (select name from facebook_pages where id = p.facebook_page_id))";
const WATCHED = [
  'status',
  'scheduled_at',
  'publish_now',
  'is_held',
  'content',
  'content_type',
  'tone',
  'keywords',
  'facebook_page_id',
];
const DIFFERS = `(${WATCHED.map((column) => `old.${column}`).join(', ')}) is distinct from (${WATCHED.map((column) => `new.${column}`).join(', ')})`;

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- What became of a post before it went out, and by whose hand. How it went out is in its attempts.
    create table post_events (
      id bigint generated always as identity primary key,
      post_id bigint not null references posts on delete cascade,
      at timestamptz not null default now(),
      kind text not null constraint post_events_kind_check check (kind in
        ('created', 'edited', 'scheduled', 'unscheduled', 'publish-asked', 'held', 'released', 'missed', 'failed', 'put-off')),
      -- As they were called at that moment; null where Pagecast did it by itself.
      actor_facebook_id text,
      actor_name text,
      -- An administrator, in the place of the post's owner.
      is_in_place boolean not null default false,
      before jsonb,
      after jsonb,
      problem jsonb
    );
    create index post_events_of_post on post_events (post_id, id);

    -- Whoever changes posts for a person says who it is with set_config('pagecast.actor', ..., true), for that transaction alone.
    create function current_actor() returns jsonb stable language sql as $$ select nullif(current_setting('pagecast.actor', true), '')::jsonb $$;

    create function note_post_event(post bigint, what text, was jsonb, became jsonb, why jsonb) returns void language sql as $$
      insert into post_events (post_id, kind, actor_facebook_id, actor_name, is_in_place, before, after, problem)
      select post, what, who ->> 'facebookId', who ->> 'name', coalesce((who ->> 'isInPlace')::boolean, false), was, became, why
      from current_actor() who
    $$;

    -- What Pagecast makes by itself is told by the post: only people's doing needs a line.
    create function note_new_post() returns trigger language plpgsql as $$
    begin
      perform note_post_event(new.id, 'created', null, jsonb_build_object('status', new.status, 'scheduledAt', new.scheduled_at, 'publishNow', new.publish_now), case when new.is_held then new.problem end);
      return null;
    end $$;
    create trigger posts_events_insert after insert on posts
      for each row when (current_setting('pagecast.actor', true) <> '') execute function note_new_post();

    create function text_of_post(p posts) returns jsonb stable language sql as $$ select ${TEXT} $$;

    create function note_post_edit(was posts, became posts) returns void language plpgsql as $$
    declare
      old_text jsonb;
      new_text jsonb;
      latest post_events;
    begin
      select jsonb_object_agg(o.key, o.value), jsonb_object_agg(n.key, n.value) into old_text, new_text
      from jsonb_each(text_of_post(was)) o join jsonb_each(text_of_post(became)) n using (key) where o.value <> n.value;
      if old_text is null then return; end if;

      -- A draft is saved while it is written: that is one edit, as long as the same hand is at it.
      if was.status = 'draft' and became.status = 'draft' then
        select * into latest from post_events where post_id = became.id order by id desc limit 1;
        if latest.kind = 'edited' and latest.actor_facebook_id is not distinct from current_actor() ->> 'facebookId' then
          update post_events set at = now(), before = old_text || before, after = after || new_text where id = latest.id;
          return;
        end if;
      end if;
      perform note_post_event(became.id, 'edited', old_text, new_text, null);
    end $$;

    create function note_post_move(was posts, became posts) returns void language plpgsql as $$
    declare
      time_before jsonb := jsonb_build_object('status', was.status, 'scheduledAt', was.scheduled_at);
      time_after jsonb := jsonb_build_object('status', became.status, 'scheduledAt', became.scheduled_at);
      what text := case
        when was.status = 'publishing' then case became.status when 'failed' then 'failed' when 'missed' then 'missed' else 'put-off' end
        when became.status in ('failed', 'missed') and was.status <> became.status then became.status
        when became.publish_now and not was.publish_now then 'publish-asked'
        when became.status = 'draft' and was.status <> 'draft' then 'unscheduled'
        when became.status = 'scheduled' and (was.status <> 'scheduled' or was.scheduled_at <> became.scheduled_at) then 'scheduled'
        when became.is_held and not was.is_held then 'held'
        when was.is_held and not became.is_held and was.facebook_page_id is not distinct from became.facebook_page_id then 'released'
      end;
    begin
      if what is null then return; end if;
      perform note_post_event(became.id, what, time_before, time_after,
        case when what in ('failed', 'missed', 'put-off', 'held') or became.is_held then became.problem end);
    end $$;

    create function note_post_change() returns trigger language plpgsql as $$
    begin
      perform note_post_edit(old, new);
      perform note_post_move(old, new);
      return null;
    end $$;
    -- Posts on their way and posts that are out tell by their attempts.
    create trigger posts_events_update after update of ${WATCHED.join(', ')} on posts
      for each row when (new.status not in ('publishing', 'published') and ${DIFFERS}) execute function note_post_change();

    -- Every answer that an effort to publish got before its end; equal ones in a row are one, with how often and until when.
    alter table publish_attempts add column answers jsonb not null default '[]';
    create function note_attempt_answer() returns trigger language plpgsql as $$
    declare
      what text := case when new.state = 'processing' then 'processing' when new.clean_absences > old.clean_absences then 'absent' when new.state = 'unclear' then 'unclear' else 'retried' end;
      -- A look that found nothing brings no error: the row's is an older one.
      fault jsonb := case when what in ('retried', 'unclear') then new.error end;
      latest jsonb := new.answers -> -1;
    begin
      if latest ->> 'kind' = what and (latest #>> '{error,code}', latest #>> '{error,message}') is not distinct from (fault ->> 'code', fault ->> 'message') then
        new.answers := jsonb_set(new.answers, '{-1}', latest || jsonb_build_object('until', now(), 'times', (latest ->> 'times')::int + 1, 'error', fault));
      else
        new.answers := new.answers || jsonb_build_object('kind', what, 'at', now(), 'until', now(), 'times', 1, 'error', fault);
      end if;
      return new;
    end $$;
    create trigger publish_attempts_answers before update of tries on publish_attempts
      for each row when (new.tries > old.tries) execute function note_attempt_answer();

    -- Since when Facebook no longer shows a post that was out; null while it does.
    alter table post_engagement add column gone_since timestamptz;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    alter table post_engagement drop column gone_since;
    drop trigger publish_attempts_answers on publish_attempts; drop function note_attempt_answer;
    alter table publish_attempts drop column answers;
    drop trigger posts_events_update on posts; drop trigger posts_events_insert on posts;
    drop function note_post_change, note_post_move, note_post_edit, text_of_post, note_new_post, note_post_event, current_actor;
    drop table post_events`);
}
