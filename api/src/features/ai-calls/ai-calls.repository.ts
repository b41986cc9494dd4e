import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { costMicros, type Usage } from './cost.ts';

export type AiPurpose = 'post' | 'tech' | 'automation';

export interface AiCall {
  readonly purpose: AiPurpose;
  readonly model: string;
  /** What the person asked for, or had set up to be asked. */
  readonly prompt: string;
}

const SPENT_TODAY = `
  select coalesce(sum(cost), 0)::bigint as all, coalesce(sum(cost) filter (where user_id = $1 and environment = $2), 0)::bigint as mine,
    date_trunc('day', now(), 'UTC') + interval '1 day' as resets_at
  from (
    select user_id, environment, case status when 'calling' then $3::bigint else cost_micros end as cost
    from ai_calls where created_at >= date_trunc('day', now(), 'UTC')
  ) today`;

/** The ledger of what was asked of the AI. A call is written down before it is made, so that none is paid for unseen. */
export function aiCallsRepository(db: Knex) {
  return {
    /** @returns the id of the call that is about to be made */
    async begin(owner: Owner, call: AiCall): Promise<number> {
      const [row] = await db('ai_calls').insert({ ...ownedColumns(owner), ...call }).returning<{ id: number }[]>('id');
      if (row === undefined) throw new Error('The call was not written down');
      return row.id;
    },

    /** @param usage null when the AI did not tell */
    async answered(id: number, model: string, usage: Usage | null): Promise<void> {
      await db('ai_calls').where({ id }).update({
        status: 'answered', ended_at: db.fn.now(),
        ...paidFor(model, usage),
      });
    },

    /**
     * @param problem in words for the person who asked
     * @param usage of an answer that was of no use, and is on the bill all the same
     */
    async failed(id: number, problem: string, model: string, usage: Usage | null): Promise<void> {
      await db('ai_calls').where({ id }).update({ status: 'failed', ended_at: db.fn.now(), problem, ...paidFor(model, usage) });
    },

    /** What the AI has cost today, UTC, in millionths of a US dollar. A call whose end nobody knows counts as `estimate`. */
    async spentToday(owner: Owner, estimate: number): Promise<{ mine: number; all: number; resetsAt: Date }> {
      const [row] = await prepared<{ mine: number; all: number; resets_at: Date }>(db, 'spent_today', SPENT_TODAY, [owner.userId, owner.environment, estimate]);
      if (row === undefined) throw new Error('A sum always has a row');
      return { mine: row.mine, all: row.all, resetsAt: row.resets_at };
    },

    async isOf(owner: Owner, id: number): Promise<boolean> {
      return (await ownedBy<{ id: number }>(db, 'ai_calls', owner).where({ id }).first('id')) !== undefined;
    },
  };
}
export type AiCallsRepository = ReturnType<typeof aiCallsRepository>;

function paidFor(model: string, usage: Usage | null) {
  return { input_tokens: usage?.inputTokens ?? null, output_tokens: usage?.outputTokens ?? null, cost_micros: usage === null ? null : costMicros(model, usage) };
}
