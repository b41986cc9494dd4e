import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * What the authorization server remembers: apps that registered, requests that wait for a person, codes and tokens.
 * Nothing here lets anybody in: what an app shows is kept as its SHA-256.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table oauth_records (
      id_hash bytea primary key,
      kind text not null,
      client_id text not null,
      -- The connection that a person approved; with it goes everything that it gave out.
      token_id bigint references api_tokens (id) on delete cascade,
      grant_hash bytea,
      -- Of what a person types to approve a login elsewhere.
      user_code_hash bytea,
      -- Where an access token is good.
      audience text,
      payload jsonb not null,
      consumed_at timestamptz,
      polled_at timestamptz,
      created_at timestamptz not null default now(),
      -- Null: for as long as it is used.
      expires_at timestamptz
    );
    create unique index oauth_records_by_user_code on oauth_records (user_code_hash) where user_code_hash is not null;
    create index oauth_records_of_grant on oauth_records (grant_hash) where grant_hash is not null;
    create index oauth_records_of_token on oauth_records (token_id) where token_id is not null;
    create index oauth_records_of_client on oauth_records (client_id);
    create index oauth_records_by_kind on oauth_records (kind, created_at);
    create index oauth_records_over on oauth_records (expires_at) where expires_at is not null;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table oauth_records');
}
