import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

/**
 * An attempt that was let through with a link says so: whoever asks next for the same page counts it. A process of the
 * release before does not say it; of those, attempts begun earlier count, as they did.
 */
export async function up(db: Knex): Promise<void> {
  await alterGently(db, 'alter table publish_attempts add column if not exists counts_link boolean');
}

export async function down(db: Knex): Promise<void> {
  await alterGently(db, 'alter table publish_attempts drop column if exists counts_link');
}
