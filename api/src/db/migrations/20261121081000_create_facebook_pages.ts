import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table facebook_pages (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      environment text not null,
      page_id text not null,
      name text not null,
      category text,
      access_token text,
      can_publish boolean not null default true,
      is_active boolean not null default true,
      is_connected boolean not null default true,
      problem jsonb,
      token_checked_at timestamptz,
      removed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint facebook_pages_page_unique unique (user_id, environment, page_id)
    );
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table facebook_pages');
}
