import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * A page that was on while automation was off has published nothing unread so far: when review became the beginning, it
 * was taken for one that runs. Its owner is asked once, as for every other page.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    update automation_page_configurations c set unread_agreed_at = null
    where unread_agreed_at is not null
      and not exists (select from automation_settings s where s.user_id = c.user_id and s.is_enabled)
      and not exists (select from automation_slots s where s.facebook_page_id = c.facebook_page_id)`);
}

/** What it took back was nobody's word. */
export async function down(): Promise<void> {}
