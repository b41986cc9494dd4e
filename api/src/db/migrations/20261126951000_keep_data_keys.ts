import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Keys that seal and sign, each wrapped under one secret key or more. Until an operator orders the first rotation there
 * are none, and the secret key does it by itself, as it always did.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table if not exists data_keys (
      id integer generated always as identity primary key,
      purpose text not null constraint data_keys_purpose_check check (purpose in ('values', 'names')),
      -- The secret key of before, by which what has no number is sealed.
      is_first boolean not null,
      state text not null constraint data_keys_state_check check (state in ('coming', 'current', 'former')),
      made_at timestamptz not null default now(),
      current_since timestamptz,
      former_since timestamptz,
      -- When nothing was found any more that it had sealed.
      emptied_at timestamptz
    );
    create unique index if not exists data_keys_one_current on data_keys (purpose) where state = 'current';
    create unique index if not exists data_keys_one_coming on data_keys (purpose) where state = 'coming';
    create table if not exists data_key_wraps (
      key_id integer not null references data_keys (id) on delete cascade,
      -- By what the secret key is known again that opens it.
      master text not null,
      wrapped text not null,
      made_at timestamptz not null default now(),
      primary key (key_id, master)
    );
    -- What each process has, as long as this connection of it lives.
    create table if not exists key_holders (
      pid integer primary key,
      backend_start timestamptz not null,
      host text not null,
      masters text[] not null,
      newest_key integer,
      current_key integer,
      told_at timestamptz not null default now()
    );
  `);
}

/** Values that a data key has sealed would be lost with it. */
export async function down(db: Knex): Promise<void> {
  await db.raw(`
    do $$ begin
      if exists (select from data_keys) then
        raise exception 'Secrets are sealed with data keys, which no earlier release can read';
      end if;
    end $$;
    drop table if exists key_holders;
    drop table if exists data_key_wraps;
    drop table if exists data_keys;
  `);
}
