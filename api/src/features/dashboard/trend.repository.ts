import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';

export interface WeekCounts {
  /** From 1: the position in the list of starts. */
  readonly week: number;
  readonly posts: number;
  readonly ai_generated: number;
  readonly engagement: number;
}

export interface DayCounts {
  readonly day: number;
  readonly scheduled: number;
}

/** Both read one stretch of an index, however much came before and will come after. */
const WEEKS = `
  select width_bucket(p.published_at, $3::timestamptz[]) as week, count(*)::int as posts, count(*)
    filter (where p.is_ai_generated)::int as ai_generated,
    coalesce(sum(e.likes + e.comments + e.shares), 0)::int8 as engagement
  from posts p left join post_engagement e on e.post_id = p.id
  where p.user_id = $1 and p.environment = $2 and p.status = 'published' and p.published_at >= ($3::timestamptz[])[1]
  group by week`;

const DAYS = `
  select width_bucket(scheduled_at, $3::timestamptz[]) as day, count(*)::int as scheduled
  from posts where user_id = $1 and environment = $2 and status = 'scheduled' and scheduled_at >= ($3::timestamptz[])[1]
    and scheduled_at < $4
  group by day`;

export function trendRepository(db: Knex) {
  return {
    /** What went out since the first of `starts`, by the stretch it fell into. Stretches without a post have no row. */
    weeks: (owner: Owner, starts: readonly Date[]): Promise<WeekCounts[]> =>
      prepared<WeekCounts>(db, 'dashboard_weeks', WEEKS, [owner.userId, owner.environment, starts]),

    /** What waits from the first of `starts` to `end`, by the stretch it falls into. */
    days: (owner: Owner, starts: readonly Date[], end: Date): Promise<DayCounts[]> =>
      prepared<DayCounts>(db, 'dashboard_days', DAYS, [owner.userId, owner.environment, starts, end]),
  };
}
