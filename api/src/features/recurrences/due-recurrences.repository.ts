import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { UserId } from '../../contract/ids.ts';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import type { RecurrenceProblem } from '../../problems/recurrence-problem.ts';

/** A rule whose days are to be looked through. */
export interface DueRecurrence extends Owner {
  readonly id: number;
}

/** Days come into reach one by one: four times a day is often enough for what is made weeks ahead. */
const PLAN_EVERY = "interval '6 hours'";
/** Who failed is tried again after this, and stands in nobody's way until then. */
const RETRY_IN = "interval '30 minutes'";
/** Longer than the AI is asked for the texts of one rule. */
const VARYING = "interval '5 minutes'";
const SOON = `now() - ${PLAN_EVERY} + ${RETRY_IN}`;
/** A look in the future was taken by a clock that was ahead. */
const IS_DUE = `r.state = 'running' and (r.planned_at is null or r.planned_at < now() - ${PLAN_EVERY}
  or r.planned_at > now() + interval '1 minute')`;

/**
 * $1: people who are always let in, $2: at most so many, $3: those whose texts the AI words anew. The first of
 * everybody comes before the second of anybody, so that nobody's rules keep others waiting.
 */
const DUE = `
  select id, user_id as "userId", environment from (
    select r.id, r.user_id, r.environment, r.planned_at,
      row_number() over (partition by r.user_id order by r.planned_at nulls first, r.id) as turn
    from recurrences r join users u on u.id = r.user_id left join access_entries e on e.facebook_id = u.facebook_id
    where r.is_varied = $3 and ${IS_DUE} and (e.type is not distinct from 'whitelist' or u.facebook_id = any($1))
  ) due order by turn, planned_at nulls first, id limit $2`;

/** What the clock has to do with rules. */
export function dueRecurrencesRepository(db: Knex) {
  return {
    async due(adminIds: readonly string[], limit: number, isVaried: boolean): Promise<DueRecurrence[]> {
      return prepared<{ id: number; userId: UserId; environment: Environment }>(db, 'due_recurrences', DUE, [
        [...adminIds],
        limit,
        isVaried,
      ]);
    },

    /** Only one asks the AI for it at a time: false when somebody does, or died over it less than minutes ago. */
    async beginVarying(id: number): Promise<boolean> {
      const begun = await db('recurrences')
        .where({ id })
        .where((free) => {
          void free.whereNull('varied_until').orWhereRaw(`varied_until not between now() and now() + ${VARYING}`);
        })
        .update({ varied_until: db.raw(`now() + ${VARYING}`) });
      return begun === 1;
    },

    /** Takes it in this transaction; false when somebody else has it, or it is no longer due. */
    async take(id: number): Promise<boolean> {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        `select 1 from recurrences r where r.id = ? and ${IS_DUE} for no key update of r skip locked`,
        [id],
      );
      return rows.length === 1;
    },

    /** @param isSoonAgain something is still to come, such as an answer of the AI */
    async planned(
      id: number,
      { problem, isSoonAgain }: { problem: RecurrenceProblem | null; isSoonAgain: boolean },
    ): Promise<void> {
      await db('recurrences')
        .where({ id })
        .update({
          planned_at: isSoonAgain ? db.raw(SOON) : db.fn.now(),
          varied_until: null,
          problem: problem === null ? null : JSON.stringify(problem),
        });
    },

    /** Leaves it alone for a while. */
    async tryLater(id: number): Promise<void> {
      await db('recurrences')
        .where({ id })
        .update({ planned_at: db.raw(SOON) });
    },
  };
}
