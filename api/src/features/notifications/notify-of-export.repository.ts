import type { Knex } from 'knex';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import type { ProblemOf } from '../../problems/problem.ts';

/** Tells a person what came of an export of their data. What is unread of an earlier one is renewed. */
export async function notifyOfExport(
  trx: Knex.Transaction,
  owner: Owner,
  problem: ProblemOf<'export_ready' | 'export_failed'>,
): Promise<void> {
  const { user_id: userId, environment } = ownedColumns(owner);
  await trx.raw(
    `insert into notifications (user_id, environment, kind, group_key, problem)
      values (?, ?, 'system', 'data-export', ?::jsonb)
    on conflict (user_id, environment, group_key) where read_at is null
      do update set problem = excluded.problem, updated_at = now()`,
    [userId, environment, JSON.stringify(problem)],
  );
}
