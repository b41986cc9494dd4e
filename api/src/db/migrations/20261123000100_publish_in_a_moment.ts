import type { Knex } from 'knex';
import { alterGently, indexGently } from '../gently.ts';

/** Each step is short, and others work between them. */
export const config = { transaction: false };

const ASKED = "became.publish_now and (not was.publish_now or was.status = 'publishing')";
/** What its owner asked for a moment ago begins by the loop's hand: it is told as theirs. */
const BY_WHO_ASKED = `
    if what = 'publish-asked' and was.publish_now_by is not null then
      perform set_config('pagecast.actor', was.publish_now_by::text, true);
    end if;`;

const moves = (byWhoAsked: string) => `
  create or replace function note_post_move(was posts, became posts) returns void language plpgsql as $$
  declare
    time_before jsonb := jsonb_build_object('status', was.status, 'scheduledAt', was.scheduled_at);
    time_after jsonb := jsonb_build_object('status', became.status, 'scheduledAt', became.scheduled_at);
    what text := case
      when was.status = 'publishing' and current_actor() is null then case became.status when 'failed' then 'failed' when 'missed' then 'missed' else 'put-off' end
      when became.status in ('failed', 'missed') and was.status <> became.status then became.status
      when ${ASKED} then 'publish-asked'
      when became.status = 'draft' and was.status <> 'draft' then 'unscheduled'
      when became.status = 'scheduled' and (was.status <> 'scheduled' or was.scheduled_at <> became.scheduled_at) then 'scheduled'
      when became.is_held and not was.is_held then 'held'
      when was.is_held and not became.is_held and was.facebook_page_id is not distinct from became.facebook_page_id then 'released'
    end;
  begin
    if what is null then return; end if;${byWhoAsked}
    perform note_post_event(became.id, what, time_before, time_after,
      case when what in ('failed', 'missed', 'put-off', 'held') or became.is_held then became.problem end);
  end $$`;

export async function up(db: Knex): Promise<void> {
  // When a post goes out that its owner asked for a moment ago, unless they take that back before; and who asked.
  await alterGently(
    db,
    'alter table posts add column if not exists publish_now_at timestamptz, add column if not exists publish_now_by jsonb',
  );
  await indexGently(db, 'posts_asked_for', 'posts (publish_now_at, id) where publish_now_at is not null');
  await db.raw(moves(BY_WHO_ASKED));
  await alterGently(
    db,
    `create or replace function notify_posts_asked() returns trigger language plpgsql as $$
    begin
      perform pg_notify('posts_due', extract(epoch from new.publish_now_at)::text);
      return null;
    end $$;
    drop trigger if exists posts_asked_for on posts;
    create trigger posts_asked_for after update of publish_now_at on posts
      for each row when (new.publish_now_at is not null and new.publish_now_at is distinct from old.publish_now_at)
      execute function notify_posts_asked();
    -- Open screens show it, and that it was taken back.
    drop trigger if exists posts_changes_asked on posts;
    create trigger posts_changes_asked after update of publish_now_at on posts
      for each row when (new.publish_now_at is distinct from old.publish_now_at and new.status = old.status)
      execute function notify_of_post()`,
  );
}

export async function down(db: Knex): Promise<void> {
  await alterGently(
    db,
    'drop trigger if exists posts_changes_asked on posts; drop trigger if exists posts_asked_for on posts; drop function if exists notify_posts_asked()',
  );
  await db.raw(moves(''));
  await alterGently(db, 'alter table posts drop column if exists publish_now_at, drop column if exists publish_now_by');
}
