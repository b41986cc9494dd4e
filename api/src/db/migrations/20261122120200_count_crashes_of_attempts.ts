import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- How often our own code has failed at this attempt in a way that nobody has thought of.
    alter table publish_attempts add column crashes integer not null default 0;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table publish_attempts drop column crashes');
}
