import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

/**
 * A release that knows nothing of stories copies one without saying what it is, and it became a post of the feed that
 * says "Image story". Who says nothing is told by the default now: what has the name of a story that its owner has is
 * one, and everything else is shown in the feed, as before.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create or replace function keep_copies_of_stories() returns trigger language plpgsql as $$
    begin
      new.placement := case when new.content in ('Image story', 'Video story') and new.media_type in ('image', 'video')
        and exists (select from posts p where p.user_id = new.user_id and p.environment = new.environment
          and p.placement = 'story' and p.content = new.content and p.media_type = new.media_type)
        then 'story' else 'feed' end;
      return new;
    end $$;`);
  // By its name before posts_let_older_releases_wait, which looks at what this one says.
  await alterGently(
    db,
    `create or replace trigger posts_keep_copies_of_stories before insert on posts
      for each row when (new.placement = 'unsaid') execute function keep_copies_of_stories();
    alter table posts alter column placement set default 'unsaid'`,
  );
}

export async function down(db: Knex): Promise<void> {
  await alterGently(
    db,
    `alter table posts alter column placement set default 'feed';
    drop trigger if exists posts_keep_copies_of_stories on posts;
    drop function if exists keep_copies_of_stories()`,
  );
}
