import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  // The processes that have written to it: of several, one may still do so when another takes the file for whole.
  await db.raw("alter table media_uploads add column writers uuid[] not null default '{}'");
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table media_uploads drop column writers');
}
