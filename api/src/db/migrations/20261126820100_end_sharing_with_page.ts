import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * A page that is removed is nobody else's any more, also when a process of the release before removes it: whoever
 * connects it again begins alone.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function end_sharing_of_page() returns trigger language plpgsql as $$
    begin
      delete from page_invitations where facebook_page_id = new.id;
      delete from page_members where facebook_page_id = new.id;
      return null;
    end $$;
    create trigger facebook_pages_sharing_end after update of removed_at on facebook_pages for each row
      when (old.removed_at is null and new.removed_at is not null) execute function end_sharing_of_page();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop trigger facebook_pages_sharing_end on facebook_pages; drop function end_sharing_of_page()');
}
