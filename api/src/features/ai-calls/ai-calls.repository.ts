import type { AiFailure } from '../../contract/automation-reasons.ts';
import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { Usage } from '../../ai/ai.ts';
import type { PromptVersion } from '../../prompts/prompt.ts';
import { chargeMicros, costMicros } from './cost.ts';

export type AiPurpose = 'post' | 'tech' | 'automation' | 'exam';

/** A call that has come to its end. */
export interface EndedCall {
  readonly purpose: AiPurpose;
  readonly model: string;
  /** What it counts for in the budgets, in millionths of a US dollar: the most it may have cost, where nobody knows. */
  readonly micros: number;
}

export interface AiCall {
  readonly purpose: AiPurpose;
  readonly model: string;
  /** What the person asked for, or had set up to be asked. */
  readonly prompt: string;
  /** What it was put into words by. */
  readonly from: PromptVersion;
  /** What it counts for in the budgets until its end is known, in millionths of a US dollar; 0 when left out. */
  readonly reservedMicros?: number;
}

/** In millionths of a US dollar. */
export interface Spent {
  /** By calls that have ended. */
  readonly settled: number;
  /** At most, by calls that are being made. */
  readonly open: number;
}

export interface SpentToday {
  readonly mine: Spent;
  readonly all: Spent;
  /** Texts that this person waits for at this moment. */
  readonly textsBegun: number;
  readonly now: Date;
  /** When the day is over, which is one of UTC. */
  readonly resetsAt: Date;
}

interface SpentRow {
  mine: number;
  mine_open: number;
  all: number;
  all_open: number;
  texts_begun: number;
  now: Date;
  resets_at: Date;
}

/**
 * Longer than any call takes: one that still says so then has died with its process. What it reserved may have been
 * paid, and stays counted.
 */
export const CALL_MINUTES = 3;

/** What is under way is so on the next day, too, and paid for on the day when it began. $1: user, $2: environment. */
const SPENT_TODAY = `
  select coalesce(sum(cost) filter (where is_today and not is_open), 0)::bigint as all,
    coalesce(sum(cost) filter (where is_today and is_open), 0)::bigint as all_open,
    coalesce(sum(cost) filter (where is_today and not is_open and is_mine), 0)::bigint as mine,
      coalesce(sum(cost) filter (where is_today and is_open and is_mine), 0)::bigint as mine_open,
    count(*) filter (where is_open and is_mine and purpose in ('post', 'tech'))::int as texts_begun,
    now() as now, date_trunc('day', now(), 'UTC') + interval '1 day' as resets_at
  from (
    select user_id = $1 and environment = $2 as is_mine, purpose, coalesce(cost_micros, reserved_micros) as cost,
      created_at >= date_trunc('day', now(), 'UTC') as is_today,
      status = 'calling' and created_at > now() - interval '${CALL_MINUTES} minutes' as is_open
    from ai_calls
    where created_at >= least(date_trunc('day', now(), 'UTC'), now() - interval '${CALL_MINUTES} minutes')
  ) latest`;

async function ended(db: Knex, id: number, model: string, outcome: object): Promise<EndedCall | null> {
  const [row] = await db('ai_calls')
    .where({ id })
    .update({ ...outcome, ended_at: db.fn.now() })
    .returning<{ purpose: AiPurpose; micros: number }[]>([
      'purpose',
      db.raw('coalesce(cost_micros, reserved_micros, 0) as micros'),
    ]);
  return row === undefined ? null : { ...row, model };
}

/**
 * The ledger of what was asked of the AI. A call is written down before it is made, so that none is paid for unseen.
 */
export function aiCallsRepository(db: Knex) {
  return {
    /** One call at a time looks at the budgets, over all processes, until the end of the transaction that `db` is. */
    async lockBudgets(): Promise<void> {
      await db.raw("select pg_advisory_xact_lock(hashtext('pagecast.ai-budget'))");
    },

    /** @returns the id of the call that is about to be made */
    async begin(owner: Owner, call: AiCall): Promise<number> {
      const [row] = await db('ai_calls').insert(beginning(owner, call)).returning<{ id: number }[]>('id');
      if (row === undefined) throw new Error('The call was not written down');
      return row.id;
    },

    /**
     * @param usage null when the AI did not tell
     * @param answer what is kept for who asks again; null for what nobody can
     * @returns null where it is gone with its account
     */
    async answered(
      id: number,
      model: string,
      usage: Usage | null,
      answer: string | null = null,
    ): Promise<EndedCall | null> {
      return ended(db, id, model, { status: 'answered', ...paidFor(model, usage), ...(answer !== null && { answer }) });
    },

    /**
     * @param failure null for one that is not the AI's
     * @param payment whether it is on the bill all the same; `usage` of an answer that was of no use
     */
    async failed(
      id: number,
      failure: AiFailure | null,
      model: string,
      payment: { isPaid: 'yes' | 'no' | 'maybe'; usage: Usage | null },
    ): Promise<EndedCall | null> {
      return ended(db, id, model, {
        status: 'failed',
        problem: failure ?? 'other',
        ...paidFor(model, payment.usage),
        ...(payment.isPaid === 'no' ? { reserved_micros: 0 } : {}),
      });
    },

    /** What the AI has cost today. */
    async spentToday(owner: Owner): Promise<SpentToday> {
      const [row] = await prepared<SpentRow>(db, 'spent_today_with_texts', SPENT_TODAY, [
        owner.userId,
        owner.environment,
      ]);
      if (row === undefined) throw new Error('A sum always has a row');
      return {
        mine: { settled: row.mine, open: row.mine_open },
        all: { settled: row.all, open: row.all_open },
        textsBegun: row.texts_begun,
        now: row.now,
        resetsAt: row.resets_at,
      };
    },

    async hasCalledAi(owner: Owner, id: number): Promise<boolean> {
      return (await ownedBy<{ id: number }>(db, 'ai_calls', owner).where({ id }).first('id')) !== undefined;
    },
  };
}
export type AiCallsRepository = ReturnType<typeof aiCallsRepository>;

function beginning(owner: Owner, { purpose, model, prompt, from, reservedMicros = 0 }: AiCall) {
  return {
    ...ownedColumns(owner),
    purpose,
    model,
    prompt,
    prompt_id: from.id,
    prompt_version: from.version,
    reserved_micros: reservedMicros,
  };
}

/** Without its tokens nobody knows what a call has cost, and it goes on counting as much as it may have. */
function paidFor(model: string, usage: Usage | null) {
  if (usage === null) return { input_tokens: null, output_tokens: null, cost_micros: null };
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cost_micros: costMicros(model, usage),
    reserved_micros: chargeMicros(model, usage),
  };
}
