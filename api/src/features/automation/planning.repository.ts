import type { Knex } from 'knex';
import type { UserId } from '../../contract/ids.ts';
import { WRITTEN_AHEAD_MINUTES } from '../../contract/automation.ts';
import type { Environment } from '../../contract/common.ts';
import type { Owner } from '../../db/owner.ts';
import { spacingMinutesSql } from '../../networks/spacing.sql.ts';
import type { PageToPlan, Planning, Rhythm } from './plan.ts';
import { NEXT_CYCLE } from './reasons.ts';
import { IS_CYCLE_DUE } from './slots.sql.ts';

/** Somebody whose next cycle is to be made. */
export interface DueOwner extends Owner, Rhythm {
  /** The database's clock, which is one for every process. */
  readonly now: Date;
  readonly hasAccess: boolean;
  /** Enabled, connected and not paused. */
  readonly pages: readonly PageToPlan[];
}

/** What is written down for an owner whose turn it was. */
export interface Planned extends Owner, Planning {}

interface DueRow {
  user_id: UserId;
  environment: Environment;
  frequency_hours: number;
  anchor_at: Date;
  last_cycle_at: Date | null;
  now: Date;
  has_access: boolean;
  pages: PageToPlan[];
}

/** Their rows are the locks: whoever holds one makes that owner's cycle. */
const DUE = `
  select s.user_id, s.environment, s.frequency_hours, s.anchor_at, s.last_cycle_at, now() as now,
    (e.type is not distinct from 'whitelist' or u.facebook_id = any(?)) as has_access,
    (
      select coalesce(json_agg(json_build_object('pageId', c.facebook_page_id, 'contentCount', c.content_count,
        'spacingMinutes', ${spacingMinutesSql('c.user_id')}) order by c.facebook_page_id), '[]')
      from automation_page_configurations c join facebook_pages g on g.id = c.facebook_page_id
      where c.user_id = s.user_id and c.environment = s.environment and c.is_enabled and c.paused_at is null
        and g.is_connected and g.removed_at is null
    ) as pages
  from automation_settings s join users u on u.id = s.user_id
    left join access_entries e on e.facebook_id = u.facebook_id
  where ${IS_CYCLE_DUE}
  order by s.next_cycle_at limit ? for no key update of s skip locked`;

/**
 * A cycle and its slots come into being together. What another cycle has planned for its time is left out: an earlier
 * one, or one of a clock that was ahead. A last cycle that is later than the next is of such a clock, and forgotten.
 */
const INSERT = `
  with plan as (
    select * from json_to_recordset(?::json) as p(
      user_id bigint, environment text, anchor_at timestamptz, next_cycle_at timestamptz, starts_at timestamptz,
        ends_at timestamptz, is_catch_up boolean, slots json
    )
  ), advanced as (
    update automation_settings s set anchor_at = plan.anchor_at, next_cycle_at = plan.next_cycle_at,
      last_cycle_at = coalesce(plan.starts_at, case when s.last_cycle_at <= plan.next_cycle_at then s.last_cycle_at end)
    from plan where s.user_id = plan.user_id and s.environment = plan.environment
  ), made as (
    insert into automation_cycles (user_id, environment, starts_at, ends_at, is_catch_up)
    select user_id, environment, starts_at, ends_at, is_catch_up from plan where starts_at is not null
    on conflict on constraint automation_cycles_once do nothing returning id, user_id, environment, starts_at
  ), overtaken as (
    update automation_slots o set state = 'skipped', reason = ?::jsonb, lease_token = null, next_at = null,
      updated_at = now()
    from made
    where o.user_id = made.user_id and o.environment = made.environment and o.state in ('planned', 'calling')
      and o.due_at >= made.starts_at
  )
  insert into automation_slots (user_id, environment, cycle_id, facebook_page_id, position, content_type,
    due_at, next_at)
  select made.user_id, made.environment, made.id, x.page_id, x.position, x.content_type, x.due_at,
    x.due_at - interval '${WRITTEN_AHEAD_MINUTES} minutes'
  from made join plan on plan.user_id = made.user_id and plan.environment = made.environment
  cross join lateral json_to_recordset(plan.slots) as x(page_id bigint, position smallint, content_type text,
    due_at timestamptz)`;

/** The making of cycles. */
export function planningRepository(db: Knex) {
  return {
    /** Cycles that ended so long ago, with their slots; not while a draft of theirs waits for its owner. */
    async forgetOldCycles(days: number): Promise<void> {
      const drafts = db('automation_slots').whereRaw('cycle_id = automation_cycles.id').where('state', 'draft');
      await db('automation_cycles')
        .where('ends_at', '<', db.raw('now() - make_interval(days => ?)', [days]))
        .whereNotExists(drafts)
        .delete();
    },

    /**
     * Up to `limit` owners whose next cycle has come; their settings are locked until the end of the transaction that
     * `db` is.
     * @param adminIds people who are always let in
     */
    async due(adminIds: readonly string[], limit: number): Promise<DueOwner[]> {
      const { rows } = await db.raw<{ rows: DueRow[] }>(DUE, [adminIds as string[], limit]);
      return rows.map((row) => ({
        userId: row.user_id,
        environment: row.environment,
        now: row.now,
        hasAccess: row.has_access,
        pages: row.pages,
        anchorAt: row.anchor_at,
        frequencyHours: row.frequency_hours,
        lastCycleAt: row.last_cycle_at,
      }));
    },

    async insert(plans: readonly Planned[]): Promise<void> {
      await db.raw(INSERT, [JSON.stringify(plans.map(toRecord)), JSON.stringify(NEXT_CYCLE)]);
    },
  };
}

function toRecord({ userId, environment, cycle, anchorAt, nextCycleAt }: Planned) {
  return {
    user_id: userId,
    environment,
    anchor_at: anchorAt,
    next_cycle_at: nextCycleAt,
    starts_at: cycle?.startsAt ?? null,
    ends_at: cycle?.endsAt ?? null,
    is_catch_up: cycle?.isCatchUp ?? null,
    slots:
      cycle?.slots.map((slot) => ({
        page_id: slot.pageId,
        position: slot.position,
        content_type: slot.contentType,
        due_at: slot.dueAt,
      })) ?? [],
  };
}
