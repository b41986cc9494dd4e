import type { Knex } from 'knex';
import type { UserId } from '../../contract/ids.ts';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import type { ProblemOf } from '../../problems/problem.ts';

const groupOf = (administratorId: UserId, change: string) => `schedule:${administratorId}:${change}`;

const COUNT = '{params,count}';
const ADDED = `jsonb_set(case when n.problem #> '{params,page}' = excluded.problem #> '{params,page}'
  then excluded.problem else jsonb_set(excluded.problem, '{params,page}', 'null') end, '${COUNT}',
  to_jsonb((n.problem #>> '${COUNT}')::int + (excluded.problem #>> '${COUNT}')::int))`;

/**
 * Tells somebody what an administrator did to their planned posts in their place. What is unread of the same
 * administrator counts up.
 */
export async function notifyOfChangedSchedule(
  trx: Knex,
  owner: Owner,
  administratorId: UserId,
  problem: ProblemOf<'schedule_changed'>,
): Promise<void> {
  const { user_id: userId, environment } = ownedColumns(owner);
  await trx.raw(
    `insert into notifications as n (user_id, environment, kind, group_key, problem)
      values (?, ?, 'system', ?, ?::jsonb)
    on conflict (user_id, environment, group_key) where read_at is null
      do update set problem = ${ADDED}, updated_at = now()`,
    [userId, environment, groupOf(administratorId, problem.params.change), JSON.stringify(problem)],
  );
}

/** With their account, an administrator's name goes from what others were told. */
export async function forgetChangesOf(trx: Knex, administratorId: UserId): Promise<void> {
  await trx('notifications').where('group_key', 'like', groupOf(administratorId, '%')).delete();
}
