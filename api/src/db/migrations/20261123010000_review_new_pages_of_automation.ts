import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table automation_page_configurations alter column mode set default 'draft';
    alter table automation_page_configurations add column unread_agreed_at timestamptz;
    -- What runs today keeps its setting, and nobody is asked about what they have been doing all along.
    update automation_page_configurations c set unread_agreed_at = now()
    where mode = 'publish' and (is_enabled or exists (
      select from automation_slots s where s.facebook_page_id = c.facebook_page_id and s.state = 'scheduled' and s.mode = 'publish'
    ))
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    alter table automation_page_configurations drop column unread_agreed_at;
    alter table automation_page_configurations alter column mode set default 'publish'
  `);
}
