import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import { prepared } from '../../db/database.ts';
import { POST_TAKES_CALLS, takesCalls } from '../../networks/pauses.sql.ts';
import { toClaim, type Claim, type ClaimRow } from './claim.ts';
import { CLAIMED_POST, PAGE_IS_NOT_COOLING_DOWN } from './claims.sql.ts';
import type { StoredUpload } from '../../contract/problems.ts';
import { retryAfter } from './orphans.ts';
import type { Checkpoint } from '../../networks/target.ts';
import { videoOf } from '../../networks/facebook/checkpoint.sql.ts';

/** An upload that was not noted for this long is nobody's any more. */
const LEASE_SECONDS = 90;
/**
 * Shorter than photos without a post are kept there (half a day, see the target), by more than a post's files are
 * brought ahead of it.
 */
const FRESH_HOURS = 10;

/**
 * Whoever begins with a file and never tells how it ended may have died of it: then it is left to the post's own turn.
 */
const UNENDED_AT_MOST = 2;

const ORPHANED_UPLOADS_AT_ONCE = 50;
export interface OrphanedUpload {
  readonly videoId: string;
  readonly facebookPageId: PageId;
  readonly environment: Environment;
}

/** Of the page `p`. */
const PAGE_TAKES_CALLS = takesCalls({ network: `'${FACEBOOK}'`, environment: 'p.environment', user: 'p.user_id' });

/** The next try is set before this one is made. */
const ORPHANED_UPLOADS = `
  update orphaned_uploads u set tries = u.tries + 1, next_at = now() + ${retryAfter('u.tries')}
  from facebook_pages g where g.id = u.facebook_page_id and u.video_id in (
    select l.video_id from orphaned_uploads l join facebook_pages p on p.id = l.facebook_page_id
      join page_clock c on c.facebook_page_id = p.id
    where l.next_at <= now() and ${PAGE_IS_NOT_COOLING_DOWN} and ${PAGE_TAKES_CALLS}
      and not exists (select from publish_attempts a where ${videoOf('a')} = l.video_id
        and (a.ended_at is null or a.sent_at is not null))
    order by l.since limit ${ORPHANED_UPLOADS_AT_ONCE} for update of l skip locked
  ) returning u.video_id as "videoId", g.id as "facebookPageId", g.environment`;

/** $1: minutes ahead, $2: at most so many. */
const CLAIM = `
  with picked as (
    select p.id, p.facebook_page_id from posts p join page_clock c on c.facebook_page_id = p.facebook_page_id
      left join uploads_ahead u on u.post_id = p.id
    where p.status = 'scheduled' and not p.is_held and p.media_type <> 'text'
      and p.scheduled_at > now() and p.scheduled_at <= now() + make_interval(mins => $1)
      and (u.post_id is null or (u.lease_until <= now() and u.unended < ${UNENDED_AT_MOST}
        and (u.done_at is null or u.facebook_page_id is distinct from p.facebook_page_id)))
          and ${PAGE_IS_NOT_COOLING_DOWN} and ${POST_TAKES_CALLS}
    order by p.scheduled_at, p.id limit $2 for no key update of p skip locked
  ), claimed as (
    insert into uploads_ahead (post_id, facebook_page_id, unended, lease_until)
      select id, facebook_page_id, 1, now() + interval '${LEASE_SECONDS} seconds' from picked
    on conflict (post_id) do update set lease_until = excluded.lease_until, done_at = null, progress = null,
      tries = uploads_ahead.tries + 1, unended = uploads_ahead.unended + 1,
      -- What lies on another page is left behind there.
      checkpoint = case when uploads_ahead.facebook_page_id is distinct from excluded.facebook_page_id then '{}'
        else uploads_ahead.checkpoint end, facebook_page_id = excluded.facebook_page_id
    returning post_id, checkpoint, tries
  )
  select ${CLAIMED_POST}, now() as claimed_at, u.facebook_id as owner_facebook_id, e.type as owner_access, 0 as deaths,
    0 as attempt_id, 'started' as attempt_state, null as attempt_remote_id, a.checkpoint, null as sent_at,
      0 as clean_absences, a.tries,
    null as ms_since_deadline, null as ms_absent, false as said_duplicate, null as searched_until, '[]'::jsonb as sends,
    false as is_told_not_out,
    null as forgotten_since, null as forgotten_until, null as forgotten_is_loss
  from claimed a join posts p on p.id = a.post_id join users u on u.id = p.user_id
    left join access_entries e on e.facebook_id = u.facebook_id`;

/**
 * $2: checkpoint, $3: what its owner reads of it, or null, $4: which try. Only while the post still waits, and the row
 * is still there: its claim takes both away. Another try means other files, or that this one was given up for dead.
 */
const NOTE = `
  update uploads_ahead u set checkpoint = $2::jsonb, progress = coalesce($3::jsonb, u.progress),
    lease_until = now() + interval '${LEASE_SECONDS} seconds'
  from posts p where u.post_id = $1 and p.id = u.post_id and p.status = 'scheduled' and u.done_at is null
    and u.tries = $4 returning u.post_id as id`;

/** The uploads that go to Facebook before their post is due. */
export function aheadRepository(db: Knex) {
  return {
    /** Posts due within `minutes` whose files nobody has brought there yet, the next one first. */
    async claim(minutes: number, limit: number): Promise<Claim[]> {
      return (await prepared<ClaimRow>(db, 'claim_ahead', CLAIM, [minutes, limit])).map(toClaim);
    },

    saveCheckpoint: async ({ postId, attempt }: Claim, checkpoint: Checkpoint, progress: StoredUpload | null) =>
      (
        await prepared<{ id: number }>(db, 'note_ahead_of_try', NOTE, [
          postId,
          JSON.stringify(checkpoint),
          progress === null ? null : JSON.stringify(progress),
          attempt.tries,
        ])
      ).length > 0,

    async done({ postId, attempt: { tries } }: Claim, progress: StoredUpload): Promise<void> {
      await db('uploads_ahead')
        .where({ post_id: postId, tries })
        .update({ done_at: db.fn.now(), progress: JSON.stringify(progress) });
    },

    /** Somebody tries again after so long, or the post's own turn comes first. */
    async putOff({ postId, attempt: { tries } }: Claim, seconds: number): Promise<void> {
      await db('uploads_ahead')
        .where({ post_id: postId, tries })
        .update({ unended: 0, lease_until: db.raw('now() + make_interval(secs => ?)', [seconds]) });
    },

    /**
     * Videos that were brought to a page and that no post needs any more: none that anybody shows, or may be about to
     * show.
     */
    async orphanedUploads(): Promise<OrphanedUpload[]> {
      return (await db.raw<{ rows: OrphanedUpload[] }>(ORPHANED_UPLOADS)).rows;
    },

    async forgetOrphanedUpload(videoId: string): Promise<void> {
      await db('orphaned_uploads').where({ video_id: videoId }).delete();
    },

    /** Those on pages that we have no access to any more, and will not get: nobody sees what is left there. */
    async giveUpOrphanedUploads(): Promise<void> {
      await db.raw(
        `delete from orphaned_uploads l using facebook_pages g
          where g.id = l.facebook_page_id and g.removed_at is not null`,
      );
    },

    /**
     * What belongs to posts that no longer wait is of no use, nor what lies there for so long that Facebook may forget
     * it: that is brought there anew.
     */
    async forgetOver(): Promise<void> {
      await db.raw(
        `delete from uploads_ahead u using posts p where p.id = u.post_id
          and (p.status not in ('scheduled', 'publishing') or u.created_at < now() - interval '${FRESH_HOURS} hours')`,
      );
    },
  };
}
export type AheadRepository = ReturnType<typeof aheadRepository>;
