import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { costMicros, type Usage } from './cost.ts';

export type AiPurpose = 'post' | 'tech' | 'automation';

export interface AiCall {
  readonly purpose: AiPurpose;
  readonly model: string;
  /** What the person asked for, or had set up to be asked. */
  readonly prompt: string;
}

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
        input_tokens: usage?.inputTokens ?? null, output_tokens: usage?.outputTokens ?? null, cost_micros: usage === null ? null : costMicros(model, usage),
      });
    },

    /** @param problem in words for the person who asked */
    async failed(id: number, problem: string): Promise<void> {
      await db('ai_calls').where({ id }).update({ status: 'failed', ended_at: db.fn.now(), problem });
    },

    async isOf(owner: Owner, id: number): Promise<boolean> {
      return (await ownedBy<{ id: number }>(db, 'ai_calls', owner).where({ id }).first('id')) !== undefined;
    },
  };
}
export type AiCallsRepository = ReturnType<typeof aiCallsRepository>;
