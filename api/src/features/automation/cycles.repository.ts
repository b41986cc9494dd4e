import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { AutomationReason } from '../../contract/automation-reasons.ts';
import { prepared } from '../../db/database.ts';
import { readReason } from '../../problems/stored-problem.ts';
import type { Owner } from '../../db/owner.ts';

/** A cycle with what became of it. */
export interface CycleReport {
  readonly id: number;
  readonly startsAt: Date;
  readonly isCatchUp: boolean;
  readonly planned: number;
  readonly made: number;
  readonly published: number;
  readonly waiting: number;
  readonly skipped: readonly SkippedReport[];
  readonly calls: number;
  readonly costMicros: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface SkippedReport {
  readonly id: number;
  readonly pageId: PageId | null;
  readonly pageName: string;
  readonly dueAt: string;
  readonly isFailure: boolean;
  readonly reason: AutomationReason;
  /** When it came to nothing. */
  readonly at: Date;
}

interface Row {
  id: number;
  starts_at: Date;
  is_catch_up: boolean;
  planned: number;
  made: number;
  published: number;
  waiting: number;
  /** Instants as JSON has them. */
  skipped: (Omit<SkippedReport, 'reason' | 'at'> & { readonly reason: unknown; readonly at: string })[];
  calls: number;
  cost: number | null;
  input_tokens: number;
  output_tokens: number;
}

/** $1: user, $2: environment, $3: at most so many. */
const LAST = `
  with last as (
    select id, starts_at, is_catch_up from automation_cycles c where user_id = $1 and environment = $2
      -- One that is later than the last was made by a clock that was ahead.
      and not exists (select from automation_settings s where s.user_id = c.user_id and s.last_cycle_at < c.starts_at)
      order by starts_at desc limit $3
  ), slots as (
    select s.cycle_id, count(*)::int as planned,
      (count(*) filter (where s.content is not null))::int as made,
      (count(*) filter (where s.state = 'published'))::int as published,
      (count(*) filter (where s.state in ('planned', 'calling', 'draft', 'scheduled')))::int as waiting,
      coalesce(json_agg(json_build_object(
        'id', s.id, 'pageId', case when g.removed_at is null then g.id end, 'pageName', g.name, 'dueAt',
          to_json(s.due_at), 'isFailure', s.state = 'failed',
        'reason', s.reason, 'at', to_json(s.updated_at)
      ) order by s.due_at, s.id) filter (where s.state in ('skipped', 'failed')), '[]') as skipped
    from automation_slots s join facebook_pages g on g.id = s.facebook_page_id where s.cycle_id in (select id from last)
      group by s.cycle_id
  ), calls as (
    select s.cycle_id, count(*)::int as calls, sum(a.cost_micros)::bigint as cost,
      coalesce(sum(a.input_tokens), 0)::int as input_tokens, coalesce(sum(a.output_tokens), 0)::int as output_tokens
    from automation_slots s join automation_slot_calls t on t.slot_id = s.id join ai_calls a on a.id = t.ai_call_id
    where s.cycle_id in (select id from last) group by s.cycle_id
  )
  select last.id, last.starts_at, last.is_catch_up, coalesce(planned, 0) as planned, coalesce(made, 0) as made,
    coalesce(published, 0) as published, coalesce(waiting, 0) as waiting,
    coalesce(skipped, '[]') as skipped, coalesce(calls, 0) as calls,
      case when calls is null then 0 else cost end as cost,
    coalesce(input_tokens, 0) as input_tokens, coalesce(output_tokens, 0) as output_tokens
  from last left join slots on slots.cycle_id = last.id left join calls on calls.cycle_id = last.id
    order by starts_at desc`;

export function cyclesRepository(db: Knex) {
  return {
    /** The last cycles, the newest first. */
    async last(owner: Owner, limit: number): Promise<CycleReport[]> {
      const rows = await prepared<Row>(db, 'last_cycles', LAST, [owner.userId, owner.environment, limit]);
      return rows.map((row) => ({
        id: row.id,
        startsAt: row.starts_at,
        isCatchUp: row.is_catch_up,
        planned: row.planned,
        made: row.made,
        published: row.published,
        waiting: row.waiting,
        skipped: row.skipped.map(({ reason, at, ...slot }) => ({
          ...slot,
          reason: readReason(reason, new Date(at)),
          at: new Date(at),
        })),
        calls: row.calls,
        costMicros: row.cost,
        inputTokens: row.input_tokens,
        outputTokens: row.output_tokens,
      }));
    },
  };
}
export type CyclesRepository = ReturnType<typeof cyclesRepository>;
