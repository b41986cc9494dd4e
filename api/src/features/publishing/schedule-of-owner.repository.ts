import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { PROCESSING_MS } from '../../networks/facebook/video-state.ts';
import { movingOf } from '../posts/post-writes.sql.ts';

/**
 * The visible call was made, by a worker that may be dead, and may still bring the post out: its answer may yet come,
 * or its network has taken the post and works on it.
 */
const IS_COMING_OUT = `exists (
  select from publish_attempts a where a.post_id = posts.id and a.ended_at is null and (
    (a.state in ('sending', 'unclear') and a.sending_deadline > now())
      or (a.state = 'processing' and a.sent_at > now() - interval '${PROCESSING_MS} milliseconds')))`;

/** What the loop has to do with all the posts of one person. */
export function scheduleOfOwner(db: Knex) {
  return {
    /** Nothing of theirs is planned any more: what was becomes a draft. What is on its way goes on. */
    async takeOff(owner: Owner): Promise<true> {
      // In one order: two that change many posts at once would else wait for each other.
      const planned = ownedBy(db, 'posts', owner).select('id').where('status', 'scheduled').orderBy('id').forUpdate();
      await movingOf(db, owner, { takeAllOff: {} }).whereIn('id', planned);
      return true;
    },

    /**
     * Keeps workers from every post of theirs until the end of the transaction that `db` is.
     * @returns false when a worker is at one already, or one is coming out without a worker; a post that only waits
     * for another poll keeps nobody waiting
     * @throws PostgreSQL's lock_not_available where waiting could be for ever: a worker may hold a post and wait for
     * what the caller holds
     */
    async keepWorkersOff(owner: Owner): Promise<boolean> {
      const posts = await ownedBy(db, 'posts', owner)
        .forUpdate()
        .noWait()
        .select<{ is_at_work: boolean }[]>(
          db.raw(`case when status <> 'publishing' then false
            else (lease_token is not null and lease_expires_at > now()) or ${IS_COMING_OUT} end as is_at_work`),
        );
      await ownedBy(db, 'facebook_pages', owner).forUpdate().noWait().select('id');
      return posts.every((post) => !post.is_at_work);
    },
  };
}
export type ScheduleOfOwner = ReturnType<typeof scheduleOfOwner>;
