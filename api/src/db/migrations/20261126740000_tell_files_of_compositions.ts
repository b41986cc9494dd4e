import type { Knex } from 'knex';

export const kind = 'expand';

/** Which files the posts of a composition have in common: without it a page with its own could be the one of two. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table compositions add column media_key text');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table compositions drop column media_key');
}
