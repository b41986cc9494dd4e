import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- One row: the keys are sealed, and win over the variables of the server.
    create table api_config (
      id boolean primary key default true constraint api_config_single check (id),
      mode text not null default 'development' constraint api_config_mode_check check (mode in ('development', 'test', 'production')),
      openai_api_key text,
      fiztech_api_key text
    );
    insert into api_config default values;

    create table facebook_apps (
      id bigint generated always as identity primary key,
      app_id text not null,
      app_secret text not null,
      mode text not null constraint facebook_apps_mode_check check (mode in ('development', 'test', 'production')),
      is_active boolean not null,
      description text,
      created_at timestamptz not null default now(),
      constraint facebook_apps_unique unique (mode, app_id)
    );
    create unique index facebook_apps_one_active on facebook_apps (mode) where is_active;

    -- Every process learns of a change at once.
    create function notify_configuration() returns trigger language plpgsql as $$
    begin
      perform pg_notify('configuration', '');
      return null;
    end $$;
    create trigger api_config_notice after insert or update or delete on api_config for each statement execute function notify_configuration();
    create trigger facebook_apps_notice after insert or update or delete on facebook_apps for each statement execute function notify_configuration();

    alter table sessions
      -- Its administrator has switched the environment: until then the next login from this browser is theirs.
      add column carried_until timestamptz;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(
    'alter table sessions drop column carried_until; drop table facebook_apps, api_config; drop function notify_configuration',
  );
}
