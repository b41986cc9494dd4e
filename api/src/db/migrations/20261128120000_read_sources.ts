import type { Knex } from 'knex';

export const kind = 'expand';

/** Pages and files that texts are written about, as they were read. A release before writes about none. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table sources (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      kind text not null,
      address text,
      name text not null,
      title text not null,
      author text,
      published_at timestamptz,
      content text not null,
      is_cut boolean not null,
      created_at timestamptz not null default now(),
      constraint sources_owned unique (id, user_id, environment),
      constraint sources_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index sources_of_owner on sources (user_id, environment);
    create index sources_oldest on sources (created_at)
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table sources');
}
