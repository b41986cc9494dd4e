import type { Knex } from 'knex';
import { databaseTime } from '../../db/clock.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import type { Problem } from '../../problems/problem.ts';

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

    /** What was waited for is there again. */
    async release(owner: Owner): Promise<void> {
      await ownedBy(db, 'automation_settings', owner)
        .whereNotNull('problem')
        .update({ problem: null, held_until: null } as object);
    },
  };
}
export type HoldsRepository = ReturnType<typeof holdsRepository>;
