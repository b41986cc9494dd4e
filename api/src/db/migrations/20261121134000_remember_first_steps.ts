import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- When the person put the list of first steps away.
    alter table users add column first_steps_dismissed_at timestamptz;

    -- The list has a step that a generated text completes. Automation makes its calls by the hundred and no step of it.
    create trigger ai_calls_changes after update of status on ai_calls
      for each row when (new.status = 'answered' and new.purpose <> 'automation') execute function notify_owner_of_row('dashboard');
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop trigger ai_calls_changes on ai_calls; alter table users drop column first_steps_dismissed_at');
}
