import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import { POST_TAKES_CALLS } from '../../networks/pauses.sql.ts';
import { PAGE_IS_NOT_COOLING_DOWN } from './claims.sql.ts';
import { retryAfter } from './orphans.ts';

/** An attempt that ended this long ago has nothing under way any more. */
const QUIET_MINUTES = 15;
const AT_ONCE = 50;
export const CLOCK_SKEW_MINUTES = 2;

/** What became of the invisible objects of one attempt. `left` is null where nobody could look. */
export interface Orphans {
  readonly removed: number;
  readonly left: number | null;
  readonly isGivenUp: boolean;
}

/** An attempt that may have left invisible objects at Facebook. */
export interface AttemptWithOrphans {
  id: number;
  facebook_page_id: PageId;
  environment: Environment;
  created_at: Date;
  ended_at: Date;
  orphans: Orphans | null;
}

/** The next try is set before this one is made: one that dies over it is followed by another. */
const NEXT = `
  update publish_attempts a set orphans_tries = a.orphans_tries + 1,
    orphans_next_at = now() + ${retryAfter('a.orphans_tries')}
  from posts p
  where p.id = a.post_id and a.id in (
    select a.id from publish_attempts a join posts p on p.id = a.post_id
      join page_clock c on c.facebook_page_id = p.facebook_page_id
    where (a.takeovers > 0 or a.tries > 0) and a.orphans_removed_at is null
      and a.ended_at < now() - interval '${QUIET_MINUTES} minutes'
        and (a.orphans_next_at is null or a.orphans_next_at <= now())
      and ${PAGE_IS_NOT_COOLING_DOWN} and ${POST_TAKES_CALLS}
      -- A video that Facebook still works on is unpublished too, and goes by another id there than the one we hold.
      and not exists (
        select from publish_attempts o join posts q on q.id = o.post_id
        where q.facebook_page_id in (select id from facebook_pages
          where page_id = (select page_id from facebook_pages where id = p.facebook_page_id))
          and o.ended_at is null and (q.media_type = 'video'
            or o.created_at < a.ended_at + interval '${CLOCK_SKEW_MINUTES} minutes')
      )
      -- Nor what went there ahead of its post.
      and not exists (
        select from uploads_ahead o join posts q on q.id = o.post_id
        where q.facebook_page_id in (select id from facebook_pages
          where page_id = (select page_id from facebook_pages where id = p.facebook_page_id))
          and o.created_at < a.ended_at + interval '${CLOCK_SKEW_MINUTES} minutes'
      )
    order by a.ended_at limit ${AT_ONCE} for update of a skip locked
  )
  returning a.id, p.facebook_page_id, p.environment, a.created_at, a.ended_at, a.orphans`;

/** What attempts left behind where nobody sees it. */
export function orphansRepository(db: Knex) {
  return {
    next: async (): Promise<AttemptWithOrphans[]> => (await db.raw<{ rows: AttemptWithOrphans[] }>(NEXT)).rows,

    /** Which of these ids of Facebook's are those of a post. */
    held: (remoteIds: readonly string[]) =>
      db('publish_attempts').whereIn('remote_id', remoteIds).pluck<string[]>('remote_id'),

    async record(id: number, orphans: Orphans, isOver: boolean): Promise<void> {
      const isNews = orphans.removed > 0 || orphans.left !== 0;
      await db('publish_attempts')
        .where({ id })
        .update({
          orphans: isNews ? JSON.stringify(orphans) : null,
          ...(isOver ? { orphans_removed_at: db.fn.now() } : {}),
        });
    },
  };
}
