import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * What people are told outside of the app begins as a row that is written with the fact itself: there is none without
 * the other. Triggers of their own, so that facts of processes of the release before are told too.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table outbox_facts (
      id bigint generated always as identity primary key,
      -- By which receivers know it again.
      uid uuid not null default gen_random_uuid(),
      user_id bigint not null,
      environment text not null,
      kind text not null,
      -- Names of what it is about, which may be gone by the time at which it is told.
      facebook_page_id bigint,
      post_id bigint,
      -- Codes, and never words.
      params jsonb not null default '{}',
      at timestamptz not null default now(),
      constraint outbox_facts_of_its_owner foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index outbox_facts_of_owner on outbox_facts (user_id, environment);
    create index outbox_facts_by_time on outbox_facts (at);

    -- What a channel has not taken yet.
    create table outbox_deliveries (
      channel text not null,
      fact_id bigint not null references outbox_facts on delete cascade,
      primary key (channel, fact_id)
    );
    create index outbox_deliveries_of_fact on outbox_deliveries (fact_id);

    create table notification_choices (
      user_id bigint not null,
      environment text not null,
      kind text not null,
      channel text not null,
      enabled boolean not null,
      primary key (user_id, environment, kind, channel),
      constraint notification_choices_of_their_owner foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
  `);
  await db.raw(WRITING);
}

const WRITING = `
    create function deliver_outbox_fact() returns trigger language plpgsql as $$
    begin
      if new.kind = 'post_published' then
        insert into outbox_deliveries (channel, fact_id) values ('webhook', new.id);
      else
        insert into outbox_deliveries (channel, fact_id)
        select channel, new.id from unnest(array['mail', 'webhook', 'push']) channel;
      end if;
      perform pg_notify('outbox', '');
      return null;
    end $$;
    create trigger outbox_facts_deliver after insert on outbox_facts for each row execute function deliver_outbox_fact();

    create function tell_of_post() returns trigger language plpgsql as $$
    begin
      insert into outbox_facts (user_id, environment, kind, facebook_page_id, post_id, params)
      values (new.user_id, new.environment,
        case when new.problem ->> 'action' = 'resolve' then 'post_in_doubt' else 'post_' || new.status end,
        new.facebook_page_id, new.id, jsonb_build_object('problem', new.problem));
      return null;
    end $$;
    create trigger posts_tell after update of status on posts
      for each row when (new.status in ('failed', 'missed') and old.status <> new.status) execute function tell_of_post();

    -- Posts tell of themselves one by one; here each of them is only counted.
    create function tell_of_notification() returns trigger language plpgsql as $$
    declare
      code text := new.problem ->> 'code';
    begin
      insert into outbox_facts (user_id, environment, kind, facebook_page_id, post_id, params)
      select new.user_id, new.environment,
        case new.kind
          when 'doubt' then 'post_in_doubt'
          when 'automation' then 'automation_stopped'
          when 'page' then case when new.group_key like 'rule:%' then 'rule_stopped'
            when code = 'expiring' then 'page_warning' else 'page_needs_reconnect' end
          else case when code = 'release_taken_back' then 'release_taken_back' else 'system_problem' end end,
        new.facebook_page_id, new.post_id, jsonb_build_object('problem', new.problem)
          || case when new.group_key like 'rule:%' then jsonb_build_object('ruleId', substring(new.group_key from 6)) else '{}' end
      -- Whoever administers several environments is told in the one that they were in last.
      where new.kind <> 'system' or not exists (
        select from users u join users o on o.facebook_id = u.facebook_id and o.id <> u.id
        where u.id = new.user_id and (o.last_login_at, o.id) > (u.last_login_at, u.id));
      return null;
    end $$;
    create trigger notifications_tell_new after insert on notifications
      for each row when (new.kind in ('doubt', 'automation', 'page', 'system')) execute function tell_of_notification();
    create trigger notifications_tell_again after update of problem on notifications
      for each row when (new.read_at is null and new.problem is not null and (new.kind = 'system'
        or new.kind in ('automation', 'page') and problem_code(old.problem) is distinct from problem_code(new.problem)))
      execute function tell_of_notification();

    create function tell_of_draft() returns trigger language plpgsql as $$
    begin
      insert into outbox_facts (user_id, environment, kind, facebook_page_id, params)
      values (new.user_id, new.environment, 'automation_waits_for_review', new.facebook_page_id,
        jsonb_build_object('slotId', new.id));
      return null;
    end $$;
    create trigger automation_slots_tell after update of state on automation_slots
      for each row when (new.state = 'draft' and old.state <> new.state) execute function tell_of_draft();`;

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger automation_slots_tell on automation_slots;
    drop trigger notifications_tell_again on notifications;
    drop trigger notifications_tell_new on notifications;
    drop trigger posts_tell on posts;
    drop table notification_choices, outbox_deliveries, outbox_facts;
    drop function tell_of_draft, tell_of_notification, tell_of_post, deliver_outbox_fact;
  `);
}
