import type { Knex } from 'knex';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import type { ProblemOf } from '../../problems/problem.ts';

/** Tells a person that one of their webhooks was switched off. What is unread of the same one is renewed. */
export async function notifyOfWebhook(
  trx: Knex.Transaction,
  owner: Owner,
  webhookId: number,
  problem: ProblemOf<'webhook_off'>,
): Promise<void> {
  const row = { ...ownedColumns(owner), kind: 'system', group_key: `webhook:${webhookId}` };
  await trx.raw(
    `insert into notifications (user_id, environment, kind, group_key, problem) values (?, ?, ?, ?, ?::jsonb)
    on conflict (user_id, environment, group_key) where read_at is null
      do update set problem = excluded.problem, updated_at = now()`,
    [row.user_id, row.environment, row.kind, row.group_key, JSON.stringify(problem)],
  );
}
