import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { Post } from '../posts/post.ts';
import { pageZoneSql } from '../slots/page-zone.sql.ts';

/** A post of a month; its numbers are null where they never were read. */
export interface MonthRow {
  readonly id: PostId;
  readonly publishedAt: Date;
  readonly text: string;
  readonly mediaType: Post['mediaType'];
  readonly permalinkUrl: string | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
  readonly readAt: Date | null;
}

/** What posts of a period had together. */
export interface SumsRow {
  readonly posts: number;
  readonly read: number;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly engagement: number;
  readonly median: number | null;
}

interface DayRow {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly posts: number;
  readonly engagement: number;
}

interface Period {
  readonly from: Date;
  /** Excluded. */
  readonly before: Date;
}

const OF_PAGE = `p.facebook_page_id = ? and p.user_id = ? and p.environment = ? and p.status = 'published'
  and coalesce(p.published_at, p.scheduled_at) >= ? and coalesce(p.published_at, p.scheduled_at) < ?`;
const ONLY_READ = 'filter (where e.seen_at is not null)';

/** What went out on a page in a period. */
export function pageMonthRepository(db: Knex) {
  const values = (owner: Owner, pageId: PageId, { from, before }: Period) => [
    pageId,
    owner.userId,
    owner.environment,
    from,
    before,
  ];

  return {
    /** Its name and zone, also after it was removed; null: no page of this owner. */
    async page(owner: Owner, id: PageId): Promise<{ name: string; timeZone: string } | null> {
      const { rows } = await db.raw<{ rows: { name: string; timeZone: string }[] }>(
        `select g.name, ${pageZoneSql('g.id')} as "timeZone" from facebook_pages g
        where g.id = ? and g.user_id = ? and g.environment = ?`,
        [id, owner.userId, owner.environment],
      );
      return rows[0] ?? null;
    },

    /** The earliest first. @param textLength how much of each text */
    async posts(
      owner: Owner,
      pageId: PageId,
      period: Period,
      { limit, offset = 0, textLength }: { limit: number; offset?: number; textLength: number },
    ): Promise<MonthRow[]> {
      const { rows } = await db.raw<{ rows: MonthRow[] }>(
        `select p.id, coalesce(p.published_at, p.scheduled_at) as "publishedAt", left(p.content, ?) as text,
          p.media_type as "mediaType", p.permalink_url as "permalinkUrl",
          case when e.seen_at is not null then e.likes end as likes,
          case when e.seen_at is not null then e.comments end as comments,
          case when e.seen_at is not null then e.shares end as shares, e.seen_at as "readAt"
        from posts p left join post_engagement e on e.post_id = p.id where ${OF_PAGE}
        order by coalesce(p.published_at, p.scheduled_at), p.id limit ? offset ?`,
        [textLength, ...values(owner, pageId, period), limit, offset],
      );
      return rows;
    },

    /** By day where the page is; days without a post are left out. */
    async days(owner: Owner, pageId: PageId, period: Period, timeZone: string): Promise<DayRow[]> {
      const { rows } = await db.raw<{ rows: DayRow[] }>(
        `select to_char(coalesce(p.published_at, p.scheduled_at) at time zone ?, 'YYYY-MM-DD') as date,
          count(*)::int as posts, coalesce(sum(e.likes + e.comments + e.shares) ${ONLY_READ}, 0)::int8 as engagement
        from posts p left join post_engagement e on e.post_id = p.id where ${OF_PAGE} group by 1`,
        [timeZone, ...values(owner, pageId, period)],
      );
      return rows;
    },

    async sums(owner: Owner, pageId: PageId, period: Period): Promise<SumsRow> {
      const { rows } = await db.raw<{ rows: [SumsRow] }>(
        `select count(*)::int as posts, count(e.seen_at)::int as read,
          coalesce(sum(e.likes) ${ONLY_READ}, 0)::int8 as likes,
          coalesce(sum(e.comments) ${ONLY_READ}, 0)::int8 as comments,
          coalesce(sum(e.shares) ${ONLY_READ}, 0)::int8 as shares,
          coalesce(sum(e.likes + e.comments + e.shares) ${ONLY_READ}, 0)::int8 as engagement,
          percentile_cont(0.5) within group (order by e.likes + e.comments + e.shares) ${ONLY_READ} as median
        from posts p left join post_engagement e on e.post_id = p.id where ${OF_PAGE}`,
        values(owner, pageId, period),
      );
      return rows[0];
    },
  };
}
export type PageMonthRepository = ReturnType<typeof pageMonthRepository>;
