import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import { CODE, type ProblemOf } from '../../problems/problem.ts';

const COUNT = '{params,count}';

/**
 * Tells somebody of proposals for a page about which nobody decided in time. What is unread of the same page counts up.
 */
export async function notifyOfPassed(
  trx: Knex,
  owner: Owner,
  pageId: PageId,
  params: ProblemOf<'proposals_passed'>['params'],
): Promise<void> {
  const { user_id: userId, environment } = ownedColumns(owner);
  await trx.raw(
    `insert into notifications as n (user_id, environment, kind, group_key, problem)
      values (?, ?, 'system', ?, ?::jsonb)
    on conflict (user_id, environment, group_key) where read_at is null
      do update set updated_at = now(), problem = jsonb_set(excluded.problem, '${COUNT}',
        to_jsonb((n.problem #>> '${COUNT}')::int + (excluded.problem #>> '${COUNT}')::int))`,
    [userId, environment, `passed:${pageId}`, JSON.stringify({ code: CODE.proposalsPassed, action: null, params })],
  );
}
