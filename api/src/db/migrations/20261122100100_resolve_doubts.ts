import type { Knex } from 'knex';

const FROM_PUBLISHING =
  "when was.status = 'publishing' then case became.status when 'failed' then 'failed' when 'missed' then 'missed' else 'put-off' end";
const ASKED = 'became.publish_now and not was.publish_now';

/** People move posts that are on their way too, since they can end a doubt: what they do is told as theirs. */
const moves = (fromPublishing: string, asked: string) => `
  create or replace function note_post_move(was posts, became posts) returns void language plpgsql as $$
  declare
    time_before jsonb := jsonb_build_object('status', was.status, 'scheduledAt', was.scheduled_at);
    time_after jsonb := jsonb_build_object('status', became.status, 'scheduledAt', became.scheduled_at);
    what text := case
      ${fromPublishing}
      when became.status in ('failed', 'missed') and was.status <> became.status then became.status
      when ${asked} then 'publish-asked'
      when became.status = 'draft' and was.status <> 'draft' then 'unscheduled'
      when became.status = 'scheduled' and (was.status <> 'scheduled' or was.scheduled_at <> became.scheduled_at) then 'scheduled'
      when became.is_held and not was.is_held then 'held'
      when was.is_held and not became.is_held and was.facebook_page_id is not distinct from became.facebook_page_id then 'released'
    end;
  begin
    if what is null then return; end if;
    perform note_post_event(became.id, what, time_before, time_after,
      case when what in ('failed', 'missed', 'put-off', 'held') or became.is_held then became.problem end);
  end $$`;

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table publish_attempts
      -- When the visible call was made for the first time: whatever became visible, became so after that.
      add column first_sent_at timestamptz,
      -- What its owner said of it where nobody else could tell: {as, at, by}.
      add column resolution jsonb;
    update publish_attempts set first_sent_at = sent_at where sent_at is not null;
    ${moves(FROM_PUBLISHING.replace('then case', 'and current_actor() is null then case'), `became.publish_now and (not was.publish_now or was.status = 'publishing')`)};
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    ${moves(FROM_PUBLISHING, ASKED)};
    alter table publish_attempts drop column resolution, drop column first_sent_at`);
}
