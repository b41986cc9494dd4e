import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Tokens that people give to programs, and assistants that they connected. What either changed says so: in the record of
 * what was done, and in the story of a post.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table api_tokens (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      kind text not null constraint api_tokens_kind_check check (kind in ('personal', 'oauth', 'cli')),
      name text not null,
      -- Of the secret that its holder alone has; null where others than we keep what stands for this row.
      secret_hash bytea constraint api_tokens_secret unique,
      scopes text[] not null,
      -- As Facebook calls them; null: every page.
      page_ids text[],
      needs_approval boolean not null,
      trust jsonb,
      expires_at timestamptz,
      last_used_at timestamptz,
      created_at timestamptz not null default now(),
      constraint api_tokens_personal check ((kind = 'personal') = (secret_hash is not null)),
      constraint api_tokens_owned unique (id, user_id, environment),
      constraint api_tokens_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index api_tokens_of_owner on api_tokens (user_id, environment);

    alter table audit_log add column token_name text;
    alter table post_events add column actor_token text;
    ${noting(', actor_token', ", who ->> 'token'")}`);
}

/** To the letter as it was, but for the column. */
const noting = (column: string, value: string) => `
    create or replace function note_post_event(post bigint, what text, was jsonb, became jsonb, why jsonb)
    returns void language sql as $$
      insert into post_events (${COLUMNS}${column})
      select ${VALUES}${value}
      from current_actor() who
    $$;`;
const COLUMNS = 'post_id, kind, actor_facebook_id, actor_name, is_impersonated, before, after, problem';
const VALUES =
  "post, what, who ->> 'facebookId', who ->> 'name', coalesce((who ->> 'isInPlace')::boolean, false), " +
  'was, became, why';

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    ${noting('', '')}
    alter table post_events drop column actor_token;
    alter table audit_log drop column token_name;
    drop table api_tokens;`);
}
