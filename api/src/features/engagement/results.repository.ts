import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { COMPARED_DAYS } from '../../contract/results.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
import type { Owner } from '../../db/owner.ts';
import { ageSql } from './ages.ts';

/** What was last seen of a post; the numbers are null where they never were read. */
export interface ResultRow {
  readonly id: PostId;
  readonly target: string;
  readonly facebookPageId: PageId | null;
  readonly wasAsked: boolean;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
  readonly readAt: Date | null;
  readonly isGone: boolean;
  /** Of the post when its numbers were read. */
  readonly age: number | null;
}

/** How posts of a page did when they were of an age. */
export interface UsualRow {
  readonly facebookPageId: PageId;
  readonly age: number;
  readonly posts: number;
  readonly median: number;
  /** Nine of ten had less. */
  readonly best: number;
  /** When the first of them went out. */
  readonly first: Date;
}

/** Of a page that has more in its days, its newest are compared. */
const COMPARED_POSTS = 1000;

const USUAL = `
  select r.page_id as "facebookPageId", age, count(*)::int as posts,
    percentile_cont(0.5) within group (order by r.by_age[age]) as median,
    percentile_disc(0.9) within group (order by r.by_age[age]) as best, min(r.at) as first
  from unnest(cast(:pageIds as bigint[])) as page (id) cross join lateral (
    select page.id as page_id, e.engagement_by_age as by_age, coalesce(p.published_at, p.scheduled_at) as at
    from posts p join post_engagement e on e.post_id = p.id
    where p.facebook_page_id = page.id and p.user_id = :userId and p.environment = :environment
      and p.status = 'published' and coalesce(p.published_at, p.scheduled_at) > now() - cast(:window as interval)
    order by coalesce(p.published_at, p.scheduled_at) desc limit ${COMPARED_POSTS}) r
  cross join unnest(cast(:ages as integer[])) as age
  where r.by_age[age] is not null group by 1, 2`;

/** How posts did, and how posts of a page usually do. */
export function resultsRepository(db: Knex) {
  return {
    /** Of those of `ids` that are out and the owner's, in this order. */
    async of(owner: Owner, ids: readonly PostId[]): Promise<ResultRow[]> {
      const { rows } = await db.raw<{ rows: ResultRow[] }>(
        `select p.id, p.target, p.facebook_page_id as "facebookPageId", e.post_id is not null as "wasAsked",
          case when e.seen_at is not null then e.likes end as likes,
          case when e.seen_at is not null then e.comments end as comments,
          case when e.seen_at is not null then e.shares end as shares, e.seen_at as "readAt",
          e.gone_since is not null as "isGone", case when e.seen_at is not null then ${ageSql('e.seen_at')} end as age
        from posts p left join post_engagement e on e.post_id = p.id
        where p.id = any(cast(:ids as bigint[])) and p.user_id = :userId and p.environment = :environment
          and p.status = 'published'${andOnTheirPages(owner, 'p.facebook_page_id')}
        order by array_position(cast(:ids as bigint[]), p.id)`,
        { ids: [...ids], userId: owner.userId, environment: owner.environment },
      );
      return rows;
    },

    /** What is usual at these ages for posts of these pages in the last `COMPARED_DAYS` days. */
    async usual(owner: Owner, pageIds: readonly PageId[], ages: readonly number[]): Promise<UsualRow[]> {
      const { rows } = await db.raw<{ rows: UsualRow[] }>(USUAL, {
        pageIds: [...pageIds],
        ages: [...ages],
        userId: owner.userId,
        environment: owner.environment,
        window: `${COMPARED_DAYS} days`,
      });
      return rows;
    },
  };
}
export type ResultsRepository = ReturnType<typeof resultsRepository>;
