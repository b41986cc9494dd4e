import type { Knex } from 'knex';
import type { PageId, UserId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { PageProblem } from '../../problems/problem.ts';

export interface NamedPage {
  readonly id: PageId;
  readonly name: string;
}

/** The end of the access to pages. Each call belongs into a transaction. */
export function pageAccessRepository(trx: Knex) {
  /** Pages that are not removed; the clocks first, as everybody locks them who decides for a page and its posts. */
  async function locked(which: { user_id: UserId; problem?: null }): Promise<NamedPage[]> {
    const pages = await trx<NamedPage & { user_id: UserId; removed_at: Date | null; problem: object | null }>(
      'facebook_pages',
    )
      .where({ ...which, removed_at: null })
      .orderBy('id')
      .select('id', 'name');
    await trx('page_clock')
      .whereIn(
        'facebook_page_id',
        pages.map(({ id }) => id),
      )
      .orderBy('facebook_page_id')
      .forUpdate()
      .select('facebook_page_id');
    return pages;
  }

  return {
    /** Every page of this person. */
    lockAll: (userId: UserId) => locked({ user_id: userId }),

    /** Those with which nothing was wrong so far. */
    lockWorking: (owner: Owner) => locked({ user_id: owner.userId, problem: null }),

    /** Nothing goes out there any more until it is reconnected. */
    async loseToken(id: PageId, problem: PageProblem): Promise<void> {
      await trx('facebook_pages')
        .where({ id })
        .update({
          access_token: null,
          is_connected: false,
          problem: JSON.stringify(problem),
          updated_at: trx.fn.now(),
        });
    },

    /** Its token may be dead. @returns false when something was wrong with it by now */
    async breakOff(id: PageId, problem: PageProblem): Promise<boolean> {
      return (
        (await trx('facebook_pages')
          .where({ id })
          .whereNull('problem')
          .update({
            is_connected: false,
            problem: JSON.stringify(problem),
            next_check_at: trx.fn.now(),
            updated_at: trx.fn.now(),
          })) > 0
      );
    },

    async forgetTokens(userId: UserId): Promise<void> {
      await trx('facebook_pages').where({ user_id: userId }).update({ access_token: null });
    },
  };
}
