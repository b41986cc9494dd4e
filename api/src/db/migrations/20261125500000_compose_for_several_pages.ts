import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

const TIED = 'foreign key (composition_id, user_id, environment) references compositions (id, user_id, environment)';

/**
 * One text for several pages: each has a post of its own, and these are tied. Groups of pages are what people choose
 * them by.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table if not exists compositions (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      -- The text of pages that have none of their own.
      content text not null,
      created_at timestamptz not null default now(),
      constraint compositions_owned unique (id, user_id, environment),
      constraint compositions_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index if not exists compositions_of_owner on compositions (user_id, environment);
    create index if not exists compositions_oldest on compositions (created_at);

    create table if not exists page_groups (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      name text not null,
      constraint page_groups_owned unique (id, user_id, environment),
      constraint page_groups_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create unique index if not exists page_groups_name on page_groups (user_id, environment, lower(name));

    create table if not exists page_group_pages (
      group_id bigint not null,
      facebook_page_id bigint not null,
      user_id bigint not null,
      environment text not null,
      primary key (group_id, facebook_page_id),
      constraint page_group_pages_group_id_of_its_owner foreign key (group_id, user_id, environment)
        references page_groups (id, user_id, environment) on delete cascade,
      constraint page_group_pages_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint page_group_pages_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index if not exists page_group_pages_of_page on page_group_pages (facebook_page_id);
    create index if not exists page_group_pages_of_owner on page_group_pages (user_id, environment);
  `);
  await alterGently(db, 'alter table idempotency_keys add column if not exists composition_id bigint');
  await alterGently(db, 'alter table posts add column if not exists composition_id bigint');
  await db.raw('drop index concurrently if exists posts_of_composition');
  await db.raw(`create index concurrently posts_of_composition on posts (composition_id)
    where composition_id is not null`);
  await alterGently(
    db,
    `alter table posts drop constraint if exists posts_composition_id_of_its_owner,
      add constraint posts_composition_id_of_its_owner ${TIED} on delete set null (composition_id) not valid`,
  );
  await db.raw('alter table posts validate constraint posts_composition_id_of_its_owner');
}

export async function down(db: Knex): Promise<void> {
  await alterGently(db, 'alter table posts drop column if exists composition_id');
  await alterGently(db, 'alter table idempotency_keys drop column if exists composition_id');
  await db.raw(`
    drop table if exists page_group_pages;
    drop table if exists page_groups;
    drop table if exists compositions;
  `);
}
