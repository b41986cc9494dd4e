import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import type { PostProblem, PostStatus } from '../posts/post.ts';
import type { periodsAt } from './months.ts';

export interface Counts {
  readonly published_this_month: number;
  readonly published_last_month: number;
  readonly scheduled: number;
  readonly scheduled_today: number;
  readonly engagement: number;
  readonly ai_published: number;
}

export interface ActivityRow {
  readonly id: number;
  readonly status: PostStatus;
  readonly content: string;
  readonly at: Date;
  readonly scheduled_at: Date | null;
  readonly is_ai_generated: boolean;
  readonly page_name: string | null;
  readonly problem: PostProblem | null;
}

/** Two months and one day are counted in the viewer's zone over short index ranges; what covers all time comes from the summaries. */
const COUNTS = `
  select
    (select count(*) from posts where user_id = $1 and environment = $2 and status = 'published' and published_at >= $3)::int as published_this_month,
    (select count(*) from posts where user_id = $1 and environment = $2 and status = 'published' and published_at >= $4 and published_at < $3)::int as published_last_month,
    (select count(*) from posts where user_id = $1 and environment = $2 and status = 'scheduled')::int as scheduled,
    (select count(*) from posts where user_id = $1 and environment = $2 and status = 'scheduled' and scheduled_at >= $5 and scheduled_at < $6)::int as scheduled_today,
    coalesce(sum(s.engagement), 0)::int8 as engagement,
    coalesce(sum(s.ai_published), 0)::int as ai_published
  from post_summaries s where s.user_id = $1 and s.environment = $2`;

/** The newest of each kind, then the newest of all. */
const ACTIVITY = `
  with newest as (
    (select *, published_at as at from posts where user_id = $1 and environment = $2 and status = 'published' order by published_at desc, id desc limit $3)
    union all
    (select *, updated_at as at from posts where user_id = $1 and environment = $2 and status in ('failed', 'missed') order by updated_at desc limit $3)
    union all
    (select *, created_at as at from posts where user_id = $1 and environment = $2 and status = 'scheduled' order by created_at desc limit $3)
  )
  select n.id, n.status, n.content, n.at, n.scheduled_at, n.is_ai_generated, n.problem, g.name as page_name
  from newest n left join facebook_pages g on g.id = n.facebook_page_id order by n.at desc, n.id desc limit $3`;

export function dashboardRepository(db: Knex) {
  return {
    async counts(owner: Owner, periods: ReturnType<typeof periodsAt>): Promise<Counts> {
      const [row] = await prepared<Counts>(db, 'dashboard_counts', COUNTS, [
        owner.userId, owner.environment, periods.monthStart, periods.lastMonthStart, periods.dayStart, periods.nextDayStart,
      ]);
      if (row === undefined) throw new Error('Counting gave no row');
      return row;
    },

    async activity(owner: Owner, limit: number): Promise<ActivityRow[]> {
      return prepared<ActivityRow>(db, 'dashboard_activity', ACTIVITY, [owner.userId, owner.environment, limit]);
    },
  };
}
