import type { Knex } from 'knex';

export const kind = 'expand';

/** Feeds that make drafts for pages, and which of their items were seen. A release before reads none. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table feeds (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      environment text not null,
      facebook_page_id bigint not null,
      address text not null,
      title text not null,
      words_in text[] not null default '{}',
      words_out text[] not null default '{}',
      most_a_day integer not null,
      language text not null,
      is_paused boolean not null default false,
      created_at timestamptz not null default now(),
      last_read_at timestamptz,
      etag text,
      last_modified text,
      next_at timestamptz not null default now(),
      -- Of the process that reads it now.
      lease_until timestamptz,
      failures integer not null default 0,
      failing_since timestamptz,
      problem text,
      constraint feeds_owned unique (id, user_id, environment),
      constraint feeds_once_a_page unique (facebook_page_id, address),
      constraint feeds_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint feeds_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index feeds_of_owner on feeds (user_id, environment);
    create index feeds_due on feeds (next_at) where not is_paused;

    create table feed_items (
      feed_id bigint not null,
      item_hash text not null,
      user_id bigint not null,
      environment text not null,
      -- When it was first seen, and last.
      first_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      -- The draft that was made of it; none where it was left out.
      draft_key uuid,
      primary key (feed_id, item_hash),
      constraint feed_items_feed_id_of_its_owner foreign key (feed_id, user_id, environment)
        references feeds (id, user_id, environment) on delete cascade,
      constraint feed_items_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index feed_items_of_owner on feed_items (user_id, environment);
    create index feed_items_oldest on feed_items (seen_at)
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table feed_items; drop table feeds');
}
