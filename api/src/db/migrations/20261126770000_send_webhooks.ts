import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Addresses that are told what happens to a person's posts and pages, each event once in the order of its number, and
 * the browsers that are told the same.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table webhooks (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      -- By which its secrets are bound to this row.
      key uuid not null unique,
      name text not null,
      format text not null,
      events text[] not null,
      -- Sealed: addresses of messengers are secrets.
      url text not null,
      shown_url text not null,
      secret text not null,
      previous_secret text,
      previous_until timestamptz,
      is_enabled boolean not null default true,
      disabled_because text,
      last_sequence bigint not null default 0,
      failures integer not null default 0,
      failing_since timestamptz,
      last_delivered_at timestamptz,
      -- When there is something to do next; null: nothing waits.
      due_at timestamptz,
      -- After failures nothing is sent until then.
      rests_until timestamptz,
      -- Somebody sends for it until then.
      lease_until timestamptz,
      lease_token uuid,
      created_at timestamptz not null default now(),
      constraint webhooks_owned unique (id, user_id, environment),
      constraint webhooks_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index webhooks_of_owner on webhooks (user_id, environment);
    create index webhooks_due on webhooks (due_at) where due_at is not null;
    create index webhooks_leased on webhooks (user_id) where lease_until is not null;

    create table webhook_deliveries (
      id bigint generated always as identity primary key,
      webhook_id bigint not null,
      user_id bigint not null,
      environment text not null,
      event_id uuid not null,
      type text not null,
      sequence bigint not null,
      -- As it is sent, in every try.
      body text not null,
      state text not null default 'waiting'
        constraint webhook_deliveries_state_check check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      last_status integer,
      last_flaw text,
      last_duration_ms integer,
      last_attempt_at timestamptz,
      next_attempt_at timestamptz,
      -- It is given up then.
      until timestamptz not null,
      created_at timestamptz not null default now(),
      constraint webhook_deliveries_waiting check ((state = 'waiting') = (next_attempt_at is not null)),
      constraint webhook_deliveries_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint webhook_deliveries_webhook_of_its_owner foreign key (webhook_id, user_id, environment)
        references webhooks (id, user_id, environment) on delete cascade
    );
    create unique index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, sequence);
    create index webhook_deliveries_of_owner on webhook_deliveries (user_id, environment);
    create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, sequence) where state = 'waiting';
    create index webhook_deliveries_by_time on webhook_deliveries (created_at);

    create table push_keys (
      id boolean primary key default true constraint push_keys_one check (id),
      public_key text not null,
      -- Sealed.
      private_key text not null
    );

    create table push_subscriptions (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      -- By which its secrets are bound to this row.
      key uuid not null unique,
      -- Of the address; a browser has one for all who use it.
      endpoint_hash bytea not null unique,
      -- Sealed: who has them can speak to this browser.
      endpoint text not null,
      keys text not null,
      failures integer not null default 0,
      created_at timestamptz not null default now(),
      constraint push_subscriptions_owned unique (id, user_id, environment),
      constraint push_subscriptions_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index push_subscriptions_of_owner on push_subscriptions (user_id, environment);

    create table push_deliveries (
      id bigint generated always as identity primary key,
      subscription_id bigint not null,
      user_id bigint not null,
      environment text not null,
      fact_id bigint not null,
      event_id uuid not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      constraint push_deliveries_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade,
      constraint push_deliveries_subscription_of_its_owner foreign key (subscription_id, user_id, environment)
        references push_subscriptions (id, user_id, environment) on delete cascade
    );
    create index push_deliveries_due on push_deliveries (next_attempt_at);
    create index push_deliveries_of_subscription on push_deliveries (subscription_id, next_attempt_at);
    create index push_deliveries_of_owner on push_deliveries (user_id, environment);
  `);
  await db.raw(`
    -- Most people have no webhook: a post of theirs costs one look.
    create function tell_of_published_post() returns trigger language plpgsql as $$
    begin
      insert into outbox_facts (user_id, environment, kind, facebook_page_id, post_id, params)
      select new.user_id, new.environment, 'post_published', new.facebook_page_id, new.id,
        jsonb_build_object('publishedAt', new.published_at, 'permalinkUrl', new.permalink_url)
      where exists (select from webhooks w where w.user_id = new.user_id and w.environment = new.environment
        and w.is_enabled and 'post.published' = any(w.events));
      return null;
    end $$;
    create trigger posts_tell_published after update of status on posts
      for each row when (new.status = 'published' and old.status <> 'published')
      execute function tell_of_published_post();

    ${toldByNotifications(` and ${OFF}`)}`);
}

/** That a webhook is off is told by whoever switches it off. */
const OFF = `new.problem ->> 'code' is distinct from 'webhook_off'`;

/** With its own words for a code: no trigger stands in the way of a function of long ago. */
const IS_OTHER = `(old.problem ->> 'code', old.problem #>> '{params,code}')
  is distinct from (new.problem ->> 'code', new.problem #>> '{params,code}')`;

const toldByNotifications = (unless: string) => `
  create or replace trigger notifications_tell_new after insert on notifications
    for each row when (new.kind in ('doubt', 'automation', 'page', 'system')${unless})
    execute function tell_of_notification();
  create or replace trigger notifications_tell_again after update of problem on notifications
    for each row when (new.read_at is null and new.problem is not null and (new.kind = 'system'
      or new.kind in ('automation', 'page') and ${IS_OTHER})${unless})
    execute function tell_of_notification();`;

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    ${toldByNotifications('')}
    drop trigger posts_tell_published on posts;
    drop function tell_of_published_post;
    drop table push_deliveries, push_subscriptions, push_keys, webhook_deliveries, webhooks;
  `);
}
