import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { Problem } from '../../problems/problem.ts';

/** News of a page for its owner. What is unread of the same group is renewed. */
export async function notifyOwner(
  db: Knex,
  owner: Owner,
  { group, facebookPageId, problem }: { group: string; facebookPageId: PageId; problem: Problem },
): Promise<void> {
  await db('notifications')
    .insert({
      ...ownedColumns(owner),
      kind: 'page',
      group_key: group,
      facebook_page_id: facebookPageId,
      problem: JSON.stringify(problem),
    })
    .onConflict(db.raw('(user_id, environment, group_key) where read_at is null') as unknown as string[])
    .merge({ problem: JSON.stringify(problem), updated_at: db.fn.now() });
}

/** Its owner has dealt with it. */
export async function endNotification(db: Knex, owner: Owner, group: string): Promise<void> {
  await ownedBy(db, 'notifications', owner)
    .where({ group_key: group })
    .whereNull('read_at')
    .update({ read_at: db.fn.now() });
}
