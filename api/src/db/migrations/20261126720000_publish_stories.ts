import type { Knex } from 'knex';
import { alterGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };
/** Every post of an earlier release is shown in the feed. */
export const widens = ['posts_wait_check', 'posts_story_check'];

const WAITS = "status in ('scheduled', 'publishing') and not publish_now";
const CHECKS = {
  posts_placement_check: "placement in ('feed', 'story')",
  posts_story_check: "placement = 'feed' or media_type in ('image', 'video')",
  posts_wait_check: `wait_until is null or (${WAITS}) or (placement = 'story' and status = 'scheduled')`,
};

/**
 * Photos and videos for a day. A release that knows nothing of them would put them into the feed, where they stay: it
 * must not publish one, whether it runs beside this one or in its place.
 */
export async function up(db: Knex): Promise<void> {
  await alterGently(db, "alter table posts add column if not exists placement text not null default 'feed'");
  await alterGently(db, "alter table publish_attempts add column if not exists placement text not null default 'feed'");
  for (const [name, check] of Object.entries(CHECKS)) {
    await alterGently(
      db,
      `alter table posts drop constraint if exists ${name}, add constraint ${name} check (${check}) not valid`,
    );
    await db.raw(`alter table posts validate constraint ${name}`);
  }
  await keepFromOlder(db);
}

/**
 * What a planned story says to an older release is that it waits for a moment that does not come, and an attempt is
 * begun only by who says what it is an attempt at.
 */
async function keepFromOlder(db: Knex): Promise<void> {
  await db.raw(`
    create or replace function let_older_releases_wait() returns trigger language plpgsql as $$
    begin
      new.wait_until := case when new.status = 'scheduled' then timestamptz '9999-12-31 00:00:00+00' end;
      return new;
    end $$;
    create or replace trigger posts_let_older_releases_wait before insert or update on posts
      for each row when (new.placement = 'story') execute function let_older_releases_wait();

    create or replace function begin_known_attempts() returns trigger language plpgsql as $$
    begin
      if exists (select from posts where id = new.post_id and placement <> new.placement) then return null; end if;
      return new;
    end $$;
    create or replace trigger publish_attempts_begin_known before insert on publish_attempts
      for each row execute function begin_known_attempts();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger if exists publish_attempts_begin_known on publish_attempts;
    drop trigger if exists posts_let_older_releases_wait on posts;
    drop function if exists begin_known_attempts();
    drop function if exists let_older_releases_wait();
    -- Without the column they would be posts of the feed. What went out stays in the history.
    delete from posts where placement = 'story' and status <> 'published';
  `);
  await alterGently(
    db,
    `alter table posts drop constraint if exists posts_wait_check,
      add constraint posts_wait_check check (wait_until is null or (${WAITS})) not valid`,
  );
  await db.raw('alter table posts validate constraint posts_wait_check');
  await alterGently(db, 'alter table posts drop column if exists placement');
  await alterGently(db, 'alter table publish_attempts drop column if exists placement');
}
