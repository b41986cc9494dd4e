import type { Knex } from 'knex';
import { planCycle } from './plan.ts';
import { planningRepository, type DueOwner, type Planned } from './planning.repository.ts';

/** Owners whose cycles one transaction makes. */
const OWNERS_AT_ONCE = 500;

/**
 * Makes the cycles whose time has come. Any number of processes may: an owner's settings are one's alone meanwhile, and
 * a cycle's start is there once.
 */
export function planningService({ db, adminIds }: { db: Knex; adminIds: readonly string[] }) {
  return {
    async planDue(): Promise<void> {
      let turns = 0;
      do {
        turns = await db.transaction(async (trx) => {
          const planning = planningRepository(trx);
          const owners = await planning.due(adminIds, OWNERS_AT_ONCE);
          if (owners.length > 0) await planning.insert(owners.map(planFor));
          return owners.length;
        });
      } while (turns === OWNERS_AT_ONCE);
    },
  };
}
export type PlanningService = ReturnType<typeof planningService>;

/** Who may not come in keeps the rhythm, and gets nothing. */
function planFor(owner: DueOwner): Planned {
  const planning = planCycle(owner.now, owner, owner.pages);
  const { userId, environment, hasAccess } = owner;
  return { userId, environment, ...planning, cycle: hasAccess ? planning.cycle : null };
}
