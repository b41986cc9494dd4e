import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { CODE, type Problem } from '../../problems/problem.ts';
import { movable, moveSql, moving } from '../posts/post-writes.sql.ts';
import { NO_ACCESS } from './problems.ts';

/** Posts that wait for what only the owner of their page can do. */
export function heldPosts(db: Knex) {
  /** Many posts at once, in one order: two that change the same ones would else wait for each other. */
  const inOrder = (posts: Knex.QueryBuilder) => posts.orderBy('id').select('id').forNoKeyUpdate();

  return {
    /**
     * Holds every planned post of a page until its owner has done something about it. What was asked for right now
     * fails by itself.
     */
    async holdPage(facebookPageId: PageId, problem: Problem): Promise<void> {
      const planned = db('posts')
        .where({ facebook_page_id: facebookPageId, status: 'scheduled', publish_now: false })
        .where((post) => {
          void post.where('is_held', false).orWhereRaw("problem ->> 'code' is distinct from ?", [problem.code]);
        });
      await moving(db, 'hold', { problem: JSON.stringify(problem) }).whereIn('id', inOrder(planned));
    },

    /** Posts that wait for a page that works: it was reconnected between two steps of whoever held them. */
    async releaseForgotten(): Promise<void> {
      await db.raw(
        `
        ${moveSql('release', {
          given: {},
          where: `p.id in (
          select p.id from posts p join facebook_pages g on g.id = p.facebook_page_id
          where ${movable('release')} and p.is_held and g.problem is null and g.access_token is not null
            and p.problem ->> 'code' is distinct from ?
          for no key update of p skip locked
        )`,
        })}`,
        [NO_ACCESS.code],
      );
    },

    /**
     * Posts of people who were shut out when they came due, and are let in again: nobody else would wake them. They go
     * out, or are missed, by the rule for what is late.
     * @param adminIds people who are always let in
     */
    async releaseReadmitted(adminIds: readonly string[]): Promise<void> {
      await db.raw(
        moveSql('release', {
          given: {},
          where: `p.id in (
          select p.id from posts p join users u on u.id = p.user_id
            left join access_entries e on e.facebook_id = u.facebook_id
          where ${movable('release')} and p.is_held and p.problem ->> 'code' = ?
            and (e.type is not distinct from 'whitelist' or u.facebook_id = any(?))
          order by p.id for no key update of p skip locked
        )`,
        }),
        [NO_ACCESS.code, adminIds as string[]],
      );
    },

    /** The page works again: its posts take their places back. */
    async releasePages(facebookPageIds: readonly PageId[]): Promise<void> {
      const ofPages = () => db('posts').whereIn('facebook_page_id', facebookPageIds);
      await moving(db, 'release', {}).whereIn('id', inOrder(ofPages().where({ status: 'scheduled', is_held: true })));
      await db('page_clock')
        .whereIn('facebook_page_id', facebookPageIds)
        .whereNotNull('paused_until')
        .where('pause_reason', CODE.blocked)
        .update({ paused_until: null, pause_reason: null });
      // What waits for another poll need not wait any longer for it.
      await moving(db, 'expire', {}).whereIn(
        'id',
        inOrder(ofPages().where({ status: 'publishing', lease_token: null })),
      );
    },
  };
}
