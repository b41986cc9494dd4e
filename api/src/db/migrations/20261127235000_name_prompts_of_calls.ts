import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * A call to the AI says which prompt it was made of, and which version of it. Calls from before, and of a process of
 * the release before, say neither.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table ai_calls add column prompt_id text, add column prompt_version integer');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table ai_calls drop column prompt_version, drop column prompt_id');
}
