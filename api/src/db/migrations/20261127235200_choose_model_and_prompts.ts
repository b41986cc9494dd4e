import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * An administrator chooses the model, and versions of prompts, by which texts are written. Processes of the release
 * before go on with the model of their settings.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table api_config add column ai_model text, add column prompt_versions jsonb not null default '{}'
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table api_config drop column prompt_versions, drop column ai_model');
}
