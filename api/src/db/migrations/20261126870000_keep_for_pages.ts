import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Sheets and bulk changes stand on no page by themselves. Those that a program of some pages made are kept for these
 * pages, so that programs of others find neither; null is what people made. Earlier releases let no such program in.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table sheets add column only_pages bigint[]');
  await db.raw('alter table bulk_changes add column only_pages bigint[]');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table bulk_changes drop column only_pages');
  await db.raw('alter table sheets drop column only_pages');
}
