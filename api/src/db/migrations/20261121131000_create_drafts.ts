import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- What people are writing. The key is made by the browser that begins a draft, so that the same save twice makes one.
    create table drafts (
      user_id bigint not null references users on delete cascade,
      environment text not null,
      key uuid not null,
      -- Each save names the revision it is built upon; one that builds upon an older one is refused.
      revision integer not null default 1,
      fields jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (user_id, environment, key)
    );
    create index drafts_of_owner on drafts (user_id, environment, updated_at desc);
    -- Looks for the same text and for neighbours in time go by page.
    create index posts_of_page_by_time on posts (facebook_page_id, coalesce(published_at, scheduled_at));
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index posts_of_page_by_time; drop table drafts');
}
