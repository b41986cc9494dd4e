import type { Knex } from 'knex';
import type { PageId, UserId } from '../../contract/ids.ts';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import type { ProblemOf } from '../../problems/problem.ts';

const groupOf = (pageId: PageId | '%', memberId: UserId) => `people:${pageId}:${memberId}`;

/** Tells the owner of a page who came to it, or left it. What is unread of the same person is renewed. */
export async function notifyOfPerson(
  trx: Knex,
  owner: Owner,
  { pageId, memberId }: { readonly pageId: PageId; readonly memberId: UserId },
  problem: ProblemOf<'page_person'>,
): Promise<void> {
  const { user_id: userId, environment } = ownedColumns(owner);
  await trx.raw(
    `insert into notifications (user_id, environment, kind, group_key, problem) values (?, ?, 'system', ?, ?::jsonb)
    on conflict (user_id, environment, group_key) where read_at is null
      do update set problem = excluded.problem, updated_at = now()`,
    [userId, environment, groupOf(pageId, memberId), JSON.stringify(problem)],
  );
}

/** With their account, their name goes from what others were told. */
export async function forgetNewsOf(trx: Knex, memberId: UserId): Promise<void> {
  await trx('notifications').where('group_key', 'like', groupOf('%', memberId)).delete();
}
