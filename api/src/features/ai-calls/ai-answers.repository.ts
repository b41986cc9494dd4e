import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { CALL_MINUTES } from './ai-calls.repository.ts';

/** As long as the keys of calls are known. */
const ANSWER_HOURS = 48;

/** A call of which somebody asks again what came of it. */
export interface KeptCall {
  readonly status: 'calling' | 'answered' | 'failed';
  readonly problem: string | null;
  /** null where none came, and once it has been kept for long enough. */
  readonly answer: string | null;
  readonly costMicros: number | null;
  /** Whoever made it has died. */
  readonly isDead: boolean;
}

/** What came of calls that somebody may ask for again, or stop. */
export function aiAnswersRepository(db: Knex) {
  return {
    /** What came of a call; null where it is none of theirs. */
    async kept(owner: Owner, id: number): Promise<KeptCall | null> {
      const row = await ownedBy<{ id: number } & KeptCall>(db, 'ai_calls', owner)
        .where({ id })
        .first(
          'status',
          'problem',
          'answer',
          'cost_micros as costMicros',
          db.raw(`created_at < now() - interval '${CALL_MINUTES} minutes' as "isDead"`),
        );
      return (row as KeptCall | undefined) ?? null;
    },

    /** The person does not want it any more. @returns false where nothing is being written by that call */
    async askToStop(owner: Owner, id: number): Promise<boolean> {
      const calling = ownedBy<{ id: number; status: string; is_stop_asked: boolean }>(db, 'ai_calls', owner).where({
        id,
        status: 'calling',
      });
      return (await calling.update({ is_stop_asked: true })) > 0;
    },

    async isStopAsked(id: number): Promise<boolean> {
      return (await db('ai_calls').where({ id, is_stop_asked: true }).first('id')) !== undefined;
    },

    /** Nobody asks again after this. */
    async forgetAnswers(): Promise<void> {
      await db('ai_calls')
        .whereNotNull('answer')
        .where('created_at', '<', db.raw(`now() - interval '${ANSWER_HOURS} hours'`))
        .update({ answer: null });
    },
  };
}
export type AiAnswersRepository = ReturnType<typeof aiAnswersRepository>;
