import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- What the AI wrote, where a person has changed the draft since: its post tells that as an edit.
    alter table automation_slots add column written text;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table automation_slots drop column written');
}
