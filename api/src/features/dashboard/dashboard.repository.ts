import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import type { PostStatus } from '../posts/post.ts';
import type { Problem } from '../../problems/problem.ts';
import { readProblem } from '../../problems/stored-problem.ts';
import type { periodsAt } from './months.ts';

/** Behind the other values of a statement: the pages that count. */
const ON_PAGES = ' and p.facebook_page_id = any($8::bigint[])';

export interface Counts {
  readonly published_this_month: number;
  /** On the days of last month that this one has had, too. */
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
  readonly is_held: boolean;
  readonly is_ai_generated: boolean;
  readonly page_name: string | null;
  readonly is_tech_site: boolean;
  readonly problem: Problem | null;
  /** The database's time when it was read. */
  readonly read_at: Date;
}

type StoredActivityRow = Omit<ActivityRow, 'problem'> & { readonly problem: unknown };

/**
 * Two months and one day are counted in the viewer's zone over short index ranges; what covers all time comes from the
 * summaries.
 */
const countsOf = (onPages: string, engagement: string) => `
  select
    (select count(*) from posts p where user_id = $1 and environment = $2 and status = 'published'
      and published_at >= $3${onPages})::int as published_this_month,
    (select count(*) from posts p where user_id = $1 and environment = $2 and status = 'published'
      and published_at >= $4 and published_at < $7${onPages})::int as published_last_month,
    (select count(*) from posts p where user_id = $1 and environment = $2 and status = 'scheduled'${onPages})::int
      as scheduled,
    (select count(*) from posts p where user_id = $1 and environment = $2 and status = 'scheduled'
      and scheduled_at >= $5 and scheduled_at < $6${onPages})::int as scheduled_today,
    ${engagement}`;
const COUNTS = countsOf(
  '',
  `coalesce(sum(s.engagement), 0)::int8 as engagement, coalesce(sum(s.ai_published), 0)::int as ai_published
  from post_summaries s where s.user_id = $1 and s.environment = $2`,
);
/** Of some pages there are no summaries: their posts are counted. */
const COUNTS_OF_PAGES = countsOf(
  ON_PAGES,
  `coalesce(sum(e.likes + e.comments + e.shares), 0)::int8 as engagement,
    (count(*) filter (where p.is_ai_generated))::int as ai_published
  from posts p left join post_engagement e on e.post_id = p.id
  where p.user_id = $1 and p.environment = $2 and p.status = 'published'${ON_PAGES}`,
);

/** What an entry shows of a post, and no more: a post may be long. */
const SHOWN = 'id, status, left(content, 400) as content, is_held, is_ai_generated, problem, facebook_page_id';

/**
 * The newest of what went out and of what is planned, and beside them every failure up to a limit of its own: it stays
 * until its owner has dealt with it, however much goes well meanwhile.
 */
const activityOf = (onPages: string) => `
  with newest as (
    (select id, status, content, is_held, is_ai_generated, problem, facebook_page_id, at from (
      (select ${SHOWN}, published_at as at from posts p
        where user_id = $1 and environment = $2 and status = 'published'${onPages}
        order by published_at desc, id desc limit $3)
      union all
      (select ${SHOWN}, created_at as at from posts p
        where user_id = $1 and environment = $2 and status = 'scheduled'${onPages}
        order by created_at desc, id desc limit $3)
    ) well order by at desc, id desc limit $3)
    union all
    (select ${SHOWN}, updated_at as at from posts p where user_id = $1 and environment = $2
      and status in ('failed', 'missed')${onPages} order by updated_at desc limit $4)
  )
  select n.id, n.status, n.content, n.at, n.is_held, n.is_ai_generated, n.problem, g.name as page_name,
    n.facebook_page_id is null as is_tech_site, now() as read_at
  from newest n left join facebook_pages g on g.id = n.facebook_page_id order by n.at desc, n.id desc`;
const ACTIVITY = activityOf('');
const ACTIVITY_OF_PAGES = activityOf(' and p.facebook_page_id = any($5::bigint[])');

export function dashboardRepository(db: Knex) {
  return {
    async counts(owner: Owner, periods: ReturnType<typeof periodsAt>): Promise<Counts> {
      const { onlyPages = null } = owner;
      const [name, text] =
        onlyPages === null ? ['dashboard_counts', COUNTS] : ['dashboard_counts_of_pages', COUNTS_OF_PAGES];
      const [row] = await prepared<Counts>(db, name, text, [
        owner.userId,
        owner.environment,
        periods.monthStart,
        periods.lastMonthStart,
        periods.dayStart,
        periods.nextDayStart,
        periods.sameDaysEnd,
        ...(onlyPages === null ? [] : [onlyPages]),
      ]);
      if (row === undefined) throw new Error('Counting gave no row');
      return row;
    },

    /** The newest first: `limit` of what goes well, and up to `failures` of what did not go out. */
    async activity(owner: Owner, { limit, failures }: { limit: number; failures: number }): Promise<ActivityRow[]> {
      const { onlyPages = null } = owner;
      const [name, text] =
        onlyPages === null ? ['dashboard_activity', ACTIVITY] : ['dashboard_activity_of_pages', ACTIVITY_OF_PAGES];
      const rows = await prepared<StoredActivityRow>(db, name, text, [
        owner.userId,
        owner.environment,
        limit,
        failures,
        ...(onlyPages === null ? [] : [onlyPages]),
      ]);
      return rows.map((row) => ({ ...row, problem: row.problem === null ? null : readProblem(row.problem, row.at) }));
    },
  };
}
