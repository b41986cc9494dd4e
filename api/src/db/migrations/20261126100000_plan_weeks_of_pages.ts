import type { Knex } from 'knex';

export const kind = 'expand';

/** When pages like to post, week after week. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table page_plans (
      facebook_page_id bigint primary key,
      user_id bigint not null,
      environment text not null,
      -- An IANA name; null while the zone of the page's owner counts.
      time_zone text,
      -- Minutes since Monday 0:00 by the clocks of that zone, in order.
      slots smallint[] not null,
      -- Counts the times it was saved.
      revision integer not null default 1,
      constraint page_plans_facebook_page_id_of_its_owner foreign key (facebook_page_id, user_id, environment)
        references facebook_pages (id, user_id, environment) on delete cascade,
      constraint page_plans_owner_in_environment foreign key (user_id, environment)
        references users (id, environment) on delete cascade
    );
    create index page_plans_of_owner on page_plans (user_id, environment);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table page_plans');
}
