import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- users.time_zone: what the person chose; null as long as the zone of their browser counts.
    -- What it holds so far came from browsers: nobody could choose one yet.
    alter table users add column browser_time_zone text;
    update users set browser_time_zone = time_zone, time_zone = null where time_zone is not null;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    update users set time_zone = coalesce(time_zone, browser_time_zone);
    alter table users drop column browser_time_zone;
  `);
}
