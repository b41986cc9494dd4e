import type { Knex } from 'knex';

export const kind = 'expand';

/** How pages speak and what is true of them. A release before writes without it. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table page_voices (
      facebook_page_id bigint primary key,
      user_id bigint not null,
      environment text not null,
      voice jsonb not null,
      revision integer not null default 1,
      updated_at timestamptz not null default now(),
      constraint page_voices_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint page_voices_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index page_voices_of_owner on page_voices (user_id, environment)
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table page_voices');
}
