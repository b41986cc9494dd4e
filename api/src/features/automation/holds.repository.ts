import type { Knex } from 'knex';
import { databaseTime } from '../../db/clock.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import type { Problem } from '../../problems/problem.ts';
import { hasCode } from '../../problems/problem.sql.ts';

/** Another key may have what this one lacks: credit, or a say. */
const OF_THE_KEY = ['insufficient_quota', 'ai_not_usable'] as const;

/** What keeps everything of one person waiting. Their notification comes and goes with it. */
export function holdsRepository(db: Knex) {
  return {
    /** @returns until when nothing is tried */
    async hold(owner: Owner, problem: Problem, minutes: number): Promise<Date> {
      const [row] = await ownedBy<{ held_until: Date }>(db, 'automation_settings', owner)
        .update({
          problem: JSON.stringify(problem),
          held_until: db.raw('now() + make_interval(mins => ?)', [minutes]),
        } as object)
        .returning('held_until');
      // Settings that are gone hold nothing: it is looked at again at once, and found to be over.
      return row?.held_until ?? databaseTime(db);
    },

    /**
     * The AI has another key: nobody waits any longer for what it refused with the one before. A text that was put off
     * until then is written now; its time has lost the microseconds.
     */
    async releaseFromKey(): Promise<void> {
      await db.raw(
        `with held as (
           select user_id, held_until from automation_settings where ${hasCode('problem', ...OF_THE_KEY)} for update
         ), freed as (
           update automation_slots s set next_at = now() from held
           where s.user_id = held.user_id and s.state = 'planned' and s.next_at <= held.held_until + interval '1 second'
         )
         update automation_settings a set problem = null, held_until = null from held where a.user_id = held.user_id`,
      );
    },

    /** What was waited for is there again. */
    async release(owner: Owner): Promise<void> {
      await ownedBy(db, 'automation_settings', owner)
        .whereNotNull('problem')
        .update({ problem: null, held_until: null } as object);
    },
  };
}
export type HoldsRepository = ReturnType<typeof holdsRepository>;
