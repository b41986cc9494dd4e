import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table users (
      id bigint generated always as identity primary key,
      environment text not null constraint users_environment_check check (environment in ('development', 'test', 'production')),
      facebook_id text not null,
      name text not null,
      first_name text not null,
      last_name text not null,
      email text,
      access_token text,
      access_token_expires_at timestamptz,
      time_zone text,
      theme text not null default 'system' constraint users_theme_check check (theme in ('system', 'light', 'dark')),
      created_at timestamptz not null default now(),
      last_login_at timestamptz not null default now(),
      constraint users_facebook_id_unique unique (environment, facebook_id)
    );

    create table sessions (
      id_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index sessions_user_index on sessions (user_id);
    create index sessions_expiry_index on sessions (expires_at);

    create table access_entries (
      id bigint generated always as identity primary key,
      facebook_id text not null constraint access_entries_facebook_id_unique unique,
      name text not null,
      type text not null constraint access_entries_type_check check (type in ('whitelist', 'blacklist')),
      role text not null default 'user' constraint access_entries_role_check check (role in ('user', 'admin')),
      created_at timestamptz not null default now()
    );

    create table invitation_codes (
      id bigint generated always as identity primary key,
      code text not null constraint invitation_codes_code_unique unique,
      description text,
      max_uses integer constraint invitation_codes_max_uses_check check (max_uses > 0),
      current_uses integer not null default 0,
      expires_at timestamptz,
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      constraint invitation_codes_uses_check check (max_uses is null or current_uses <= max_uses)
    );

    create table login_activities (
      id bigint generated always as identity primary key,
      action text not null constraint login_activities_action_check check (action in ('login', 'logout', 'access_denied')),
      name text not null,
      facebook_id text not null,
      access_control_type text not null constraint login_activities_type_check check (access_control_type in ('whitelist', 'blacklist', 'none')),
      ip_address text,
      created_at timestamptz not null default now()
    );
    create index login_activities_newest_index on login_activities (created_at desc, id desc);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table login_activities, invitation_codes, access_entries, sessions, users');
}
