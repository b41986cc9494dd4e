import type { Knex } from 'knex';

export const kind = 'expand';

/** When the posts of a page do best, as last found out; finding out reads many posts. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table page_best_hours (
      facebook_page_id bigint primary key references facebook_pages on delete cascade,
      -- In which its hours are those of the week.
      time_zone text not null,
      computed_at timestamptz not null,
      found jsonb not null
    );
    create index page_best_hours_oldest on page_best_hours (computed_at);`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table page_best_hours');
}
