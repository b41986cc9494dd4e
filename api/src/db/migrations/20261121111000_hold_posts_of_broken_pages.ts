import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- A post that is planned for a page with a problem waits for its owner from the start, and says so, on every path to the schedule.
    -- What is asked for right now is left alone: it fails with the same words instead of going out by surprise later.
    create function hold_post_of_broken_page() returns trigger language plpgsql as $$
    declare
      trouble jsonb := (select g.problem from facebook_pages g where g.id = new.facebook_page_id and g.removed_at is null);
    begin
      if trouble is not null then
        new.is_held := true;
        new.problem := trouble;
      end if;
      return new;
    end $$;
    create trigger posts_hold_insert before insert on posts
      for each row when (new.status = 'scheduled' and not new.is_held and not new.publish_now and new.facebook_page_id is not null)
      execute function hold_post_of_broken_page();
    create trigger posts_hold_update before update of status, facebook_page_id on posts
      for each row when (new.status = 'scheduled' and not new.is_held and not new.publish_now and new.facebook_page_id is not null)
      execute function hold_post_of_broken_page();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(
    'drop trigger posts_hold_update on posts; drop trigger posts_hold_insert on posts; drop function hold_post_of_broken_page',
  );
}
