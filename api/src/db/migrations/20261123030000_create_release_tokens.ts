import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- What lets others release an area from elsewhere. The secret itself is never here, only its SHA-256.
    create table release_tokens (
      id bigint generated always as identity primary key,
      name text not null,
      area text not null,
      rights text[] not null
        constraint release_tokens_rights_check
        check (cardinality(rights) > 0 and rights <@ array['stage', 'move', 'rollback']),
      secret_hash bytea not null,
      -- Made by a command on the server for itself, and of no interest to anybody else.
      is_of_command boolean not null default false,
      expires_at timestamptz,
      last_used_at timestamptz,
      created_at timestamptz not null default now()
    )`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table release_tokens');
}
