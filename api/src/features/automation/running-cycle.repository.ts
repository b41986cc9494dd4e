import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { WRITTEN_AHEAD_MINUTES } from '../../contract/automation.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { MadeOfPage, PlannedSlot } from './plan.ts';
import { STOPPED, SWITCHED_OFF, type Reason } from './reasons.ts';

/** Whoever stops and starts again so soon has left out nothing. */
const JUST_NOW_MINUTES = 5;

export interface RunningCycle {
  readonly id: number;
  readonly startsAt: Date;
}

/** Slots that nothing has been done for, in the cycle that is running: what a change of settings may plan anew. */
export function runningCycleRepository(db: Knex) {
  return {
    ...restOfCycle(db),

    async find(owner: Owner, startsAt: Date): Promise<RunningCycle | null> {
      const row = await ownedBy<{ id: number; starts_at: Date }>(db, 'automation_cycles', owner)
        .where('starts_at', startsAt)
        .first('id', 'starts_at');
      return row === undefined ? null : { id: row.id, startsAt: row.starts_at };
    },

    /**
     * What nobody has written yet comes to nothing: of these pages, or of all with null. An answer that is still on its
     * way finds no slot.
     */
    async leaveOut(owner: Owner, pageIds: readonly PageId[] | null, reason: Reason): Promise<void> {
      const waiting = ownedBy(db, 'automation_slots', owner)
        .whereIn('state', ['planned', 'calling'])
        .orderBy('id')
        .select('id')
        .forNoKeyUpdate();
      if (pageIds !== null) void waiting.whereIn('facebook_page_id', pageIds);
      await db('automation_slots')
        .whereIn('id', waiting)
        .update({
          state: 'skipped',
          reason: JSON.stringify(reason),
          lease_token: null,
          next_at: null,
          updated_at: db.fn.now(),
        });
    },
  };
}

/** What a cycle has not made yet. */
function restOfCycle(db: Knex) {
  return {
    /**
     * Takes back what was only planned of these pages, or left out by their owner's own switches, and says what there
     * is besides. What is due and was not written yet is still made; what was left out long before now still says why.
     */
    async clearPlan(cycle: RunningCycle, pageIds: readonly PageId[]): Promise<ReadonlyMap<number, MadeOfPage>> {
      const untouched = db('automation_slots')
        .where({ cycle_id: cycle.id, calls: 0 })
        .whereIn('facebook_page_id', pageIds)
        .where((slot) =>
          slot
            .where((planned) => planned.where('state', 'planned').where('due_at', '>', db.fn.now()))
            .orWhere((left) =>
              left
                .where('state', 'skipped')
                .where('due_at', '>', db.raw(`now() - interval '${JUST_NOW_MINUTES} minutes'`))
                .whereIn(db.raw("reason ->> 'code'") as unknown as string, [STOPPED.code, SWITCHED_OFF.code]),
            ),
        );
      await untouched.delete();
      const rows = await db('automation_slots')
        .where({ cycle_id: cycle.id })
        .whereIn('facebook_page_id', pageIds)
        .groupBy('facebook_page_id')
        .select<{ page_id: number; made: number; next_position: number }[]>(
          'facebook_page_id as page_id',
          db.raw("(count(*) filter (where state <> 'skipped'))::int as made"),
          db.raw('max(position) + 1 as next_position'),
        );
      return new Map(rows.map((row) => [row.page_id, { made: row.made, nextPosition: row.next_position }]));
    },

    async add(owner: Owner, cycle: RunningCycle, endsAt: Date, slots: readonly PlannedSlot[]): Promise<void> {
      await db('automation_cycles').where({ id: cycle.id }).update({ ends_at: endsAt });
      if (slots.length === 0) return;
      await db('automation_slots').insert(
        slots.map((slot) => ({
          ...ownedColumns(owner),
          cycle_id: cycle.id,
          facebook_page_id: slot.pageId,
          position: slot.position,
          content_type: slot.contentType,
          due_at: slot.dueAt,
          next_at: db.raw(`?::timestamptz - interval '${WRITTEN_AHEAD_MINUTES} minutes'`, [slot.dueAt]),
        })),
      );
    },
  };
}
