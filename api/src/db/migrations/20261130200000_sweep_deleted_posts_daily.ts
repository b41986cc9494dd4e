import type { Knex } from 'knex';

export const kind = 'expand';

/** Old ids go once a day, for all pages: each deletion cleared its own page alone, and one without any kept them. */
export async function up(db: Knex): Promise<void> {
  await db.raw(keep(''));
}

export async function down(db: Knex): Promise<void> {
  await db.raw(
    keep(`delete from deleted_posts where facebook_page_id = old.facebook_page_id
        and deleted_at < now() - interval '70 days';`),
  );
}

const keep = (first: string) => `
    create or replace function keep_deleted_post() returns trigger language plpgsql as $$
    begin
      ${first}
      insert into deleted_posts (facebook_page_id, remote_id, user_id, environment)
        select g.id, old.remote_id, g.user_id, g.environment from facebook_pages g where g.id = old.facebook_page_id
        on conflict do nothing;
      return null;
    end $$`;
