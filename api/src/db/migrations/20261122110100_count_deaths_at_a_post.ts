import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table publish_attempts
      -- The process that is at it, or was when it died.
      add column claimed_by uuid,
      -- Processes that died while they were at it.
      add column died uuid[] not null default '{}';
    -- Times that the files were begun with and nobody told how it ended.
    alter table uploads_ahead add column unended smallint not null default 0;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(
    'alter table uploads_ahead drop column unended; alter table publish_attempts drop column claimed_by, drop column died',
  );
}
