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
const weeksOf = (onPages: string) => `
  select width_bucket(p.published_at, $3::timestamptz[]) as week, count(*)::int as posts, count(*)
    filter (where p.is_ai_generated)::int as ai_generated,
    coalesce(sum(e.likes + e.comments + e.shares), 0)::int8 as engagement
  from posts p left join post_engagement e on e.post_id = p.id
  where p.user_id = $1 and p.environment = $2 and p.status = 'published'
    and p.published_at >= ($3::timestamptz[])[1]${onPages}
  group by week`;
const WEEKS = weeksOf('');
const WEEKS_OF_PAGES = weeksOf(' and p.facebook_page_id = any($4::bigint[])');

const daysOf = (onPages: string) => `
  select width_bucket(scheduled_at, $3::timestamptz[]) as day, count(*)::int as scheduled
  from posts where user_id = $1 and environment = $2 and status = 'scheduled' and scheduled_at >= ($3::timestamptz[])[1]
    and scheduled_at < $4${onPages}
  group by day`;
const DAYS = daysOf('');
const DAYS_OF_PAGES = daysOf(' and facebook_page_id = any($5::bigint[])');

export function trendRepository(db: Knex) {
  return {
    /** What went out since the first of `starts`, by the stretch it fell into. Stretches without a post have no row. */
    weeks: (owner: Owner, starts: readonly Date[]): Promise<WeekCounts[]> => {
      const values = [owner.userId, owner.environment, starts];
      return owner.onlyPages
        ? prepared<WeekCounts>(db, 'dashboard_weeks_of_pages', WEEKS_OF_PAGES, [...values, owner.onlyPages])
        : prepared<WeekCounts>(db, 'dashboard_weeks', WEEKS, values);
    },

    /** What waits from the first of `starts` to `end`, by the stretch it falls into. */
    days: (owner: Owner, starts: readonly Date[], end: Date): Promise<DayCounts[]> => {
      const values = [owner.userId, owner.environment, starts, end];
      return owner.onlyPages
        ? prepared<DayCounts>(db, 'dashboard_days_of_pages', DAYS_OF_PAGES, [...values, owner.onlyPages])
        : prepared<DayCounts>(db, 'dashboard_days', DAYS, values);
    },
  };
}
