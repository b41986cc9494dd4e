import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { ProblemOf } from '../../problems/problem.ts';

const groupOf = (feedId: number) => `feed:${feedId}`;

/** Tells a person that a feed of theirs cannot be read. */
export async function notifyOfFeed(
  trx: Knex.Transaction,
  owner: Owner,
  feedId: number,
  problem: ProblemOf<'feed_unreadable'>,
): Promise<void> {
  const { user_id: userId, environment } = ownedColumns(owner);
  await trx.raw(
    `insert into notifications (user_id, environment, kind, group_key, problem) values (?, ?, 'system', ?, ?::jsonb)
    on conflict (user_id, environment, group_key) where read_at is null
      do update set problem = excluded.problem, updated_at = now()`,
    [userId, environment, groupOf(feedId), JSON.stringify(problem)],
  );
}

/** It is read again, or nobody follows it any more: there is nothing to know. */
export async function forgetFeedNews(db: Knex, owner: Owner, feedId: number): Promise<void> {
  await ownedBy(db, 'notifications', owner)
    .where({ group_key: groupOf(feedId) })
    .delete();
}
