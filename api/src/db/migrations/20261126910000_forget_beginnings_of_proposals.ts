import type { Knex } from 'knex';

/**
 * Proposals are likened by their sketches (20261126840100). Nobody has read this column since; processes of the release
 * before still write it, and those of this one leave it out. A later release drops it.
 */
export const kind = 'expand';

export async function up(db: Knex): Promise<void> {
  await db.raw("alter table proposals alter column likened set default ''");
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table proposals alter column likened drop default');
}
