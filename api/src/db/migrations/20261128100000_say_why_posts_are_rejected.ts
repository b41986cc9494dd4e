import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
export const config = { transaction: false };

/** What was wrong with a proposal, beside the words of whoever rejected it. A release before rejects without. */
export async function up(db: Knex): Promise<void> {
  await alterGently(db, 'alter table proposals add column if not exists decision_kind text');
}

export async function down(db: Knex): Promise<void> {
  await alterGently(db, 'alter table proposals drop column if exists decision_kind');
}
