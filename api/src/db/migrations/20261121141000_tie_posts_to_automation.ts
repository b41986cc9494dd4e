import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table posts
      add column automation_slot_id bigint references automation_slots on delete set null,
      -- Nobody picked its time: it keeps its distance from the other posts of its page, and is dropped rather than missed.
      add column is_automatic boolean not null default false;
    -- A slot makes one post, whoever finishes it.
    create unique index posts_of_slot on posts (automation_slot_id) where automation_slot_id is not null;
    create index posts_automatic on posts (scheduled_at) where is_automatic and status in ('scheduled', 'missed');

    -- What becomes of the post becomes of its slot, in the same transaction.
    create function settle_slot_of_post() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update automation_slots set state = 'skipped', next_at = null, updated_at = now(),
          reason = jsonb_build_object('code', 'deleted', 'message', 'Its post was deleted before it went out.')
        where id = old.automation_slot_id and state = 'scheduled';
        return null;
      end if;
      if new.status <> old.status then
        update automation_slots set updated_at = now(),
          state = case new.status when 'published' then 'published' when 'failed' then case when new.problem ->> 'code' in ('page_removed', 'no_access', 'no_app') then 'skipped' else 'failed' end
            when 'draft' then 'skipped' else 'scheduled' end,
          reason = case new.status when 'failed' then coalesce(new.problem, jsonb_build_object('code', 'refused', 'message', 'The post could not be published.'))
            when 'draft' then jsonb_build_object('code', 'taken_off', 'message', 'Its post was taken off the schedule.') end
        where id = new.automation_slot_id;
      end if;
      insert into untold_changes values (new.user_id, new.environment, 'automation');
      return null;
    end $$;
    create trigger posts_slot_update after update of status, content, scheduled_at, problem, is_held on posts
      for each row when (new.automation_slot_id is not null) execute function settle_slot_of_post();
    create trigger posts_slot_delete after delete on posts
      for each row when (old.automation_slot_id is not null) execute function settle_slot_of_post();

    -- Three failures in a row are no accident: the page is left alone until its owner has looked.
    create function count_failures_of_page() returns trigger language plpgsql as $$
    begin
      if new.state = 'failed' then
        update automation_page_configurations set failures = failures + 1,
          paused_at = case when failures + 1 >= 3 then coalesce(paused_at, now()) else paused_at end,
          pause_reason = case when failures + 1 >= 3 then new.reason ->> 'message' else pause_reason end
        where facebook_page_id = new.facebook_page_id;
      else
        update automation_page_configurations set failures = 0 where facebook_page_id = new.facebook_page_id and failures > 0;
      end if;
      return null;
    end $$;
    create trigger automation_slots_outcome after update of state on automation_slots
      for each row when (new.state <> old.state and new.state in ('failed', 'published', 'draft')) execute function count_failures_of_page();

    alter table notifications drop constraint notifications_kind_check,
      add constraint notifications_kind_check check (kind in ('failed', 'missed', 'page', 'automation'));
    create function notify_of_automation(owner bigint, env text, of_group text, page bigint, trouble jsonb) returns void language plpgsql as $$
    begin
      if trouble is null then
        update notifications set read_at = now() where user_id = owner and environment = env and group_key = of_group and read_at is null;
      else
        insert into notifications (user_id, environment, kind, group_key, facebook_page_id, problem) values (owner, env, 'automation', of_group, page, trouble)
        on conflict (user_id, environment, group_key) where read_at is null do update set problem = excluded.problem, updated_at = now();
      end if;
      insert into untold_changes values (owner, env, 'notifications');
    end $$;
    create function notify_of_paused_page() returns trigger language plpgsql as $$
    begin
      perform notify_of_automation(new.user_id, new.environment, 'automation:' || new.facebook_page_id, new.facebook_page_id, case when new.paused_at is not null then
        jsonb_build_object('code', 'page_paused', 'message', coalesce(new.pause_reason, ''), 'action', 'resume') end);
      return null;
    end $$;
    create trigger automation_page_configurations_pause after update of paused_at on automation_page_configurations
      for each row when ((old.paused_at is null) <> (new.paused_at is null)) execute function notify_of_paused_page();
    create function notify_of_held_automation() returns trigger language plpgsql as $$
    begin
      perform notify_of_automation(new.user_id, new.environment, 'automation:held', null, new.problem);
      return null;
    end $$;
    create trigger automation_settings_problem after update of problem on automation_settings
      for each row when (old.problem ->> 'code' is distinct from new.problem ->> 'code') execute function notify_of_held_automation();

    -- Thousands of slots that are planned at once make one line for each owner.
    create function note_untold_automation() returns trigger language plpgsql as $$
    begin
      insert into untold_changes select distinct user_id, environment, 'automation' from changed;
      return null;
    end $$;
    ${['automation_settings', 'automation_page_configurations', 'automation_slots']
      .map(
        (table) => `
      create trigger ${table}_changes_insert after insert on ${table} referencing new table as changed for each statement execute function note_untold_automation();
      create trigger ${table}_changes_update after update on ${table} referencing new table as changed for each statement execute function note_untold_automation();
      create trigger ${table}_changes_delete after delete on ${table} referencing old table as changed for each statement execute function note_untold_automation();`,
      )
      .join('')}
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop function note_untold_automation() cascade; drop function notify_of_held_automation() cascade; drop function notify_of_paused_page() cascade;
    drop function notify_of_automation; drop function count_failures_of_page() cascade; drop function settle_slot_of_post() cascade;
    delete from notifications where kind = 'automation';
    alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in ('failed', 'missed', 'page'));
    alter table posts drop column is_automatic, drop column automation_slot_id`);
}
