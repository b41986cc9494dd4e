import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * A page that publishes without review still has its owner asked about a text that claims what nothing given to the AI
 * says, until they switch that off. The draft keeps which claims these are. A release before does not ask.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table automation_page_configurations add column holds_unsourced boolean not null default true;
    alter table automation_slots add column unsourced jsonb
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    alter table automation_slots drop column unsourced;
    alter table automation_page_configurations drop column holds_unsourced
  `);
}
