import type { Knex } from 'knex';
import * as z from 'zod';
import type { PageId } from '../../contract/ids.ts';
import { COMPARED_DAYS } from '../../contract/results.ts';
import type { Owner } from '../../db/owner.ts';
import { pageZoneSql } from '../slots/page-zone.sql.ts';
import { ageSql, SETTLED_AGE } from './ages.ts';
import type { BestHours, TimedResult } from './best-hours.ts';

/** Of a page that has more in its days, its newest are looked at: what is found out takes some 20 ms of them. */
const POSTS_AT_MOST = 1000;
/** What was found out is renewed after this; posts of a page are few a day. */
const FRESH = '1 day';

/** The hours at which a page does best, in its zone, and when that was found out. */
export interface KeptBestHours extends BestHours {
  readonly timeZone: string;
  readonly computedAt: Date;
}

const ZONE = pageZoneSql('g.id');

const KEPT = `select g.id, ${ZONE} as zone, b.time_zone, b.computed_at, b.found,
    coalesce(b.time_zone = ${ZONE} and b.computed_at > now() - interval '${FRESH}', false) as is_fresh
  from facebook_pages g left join page_best_hours b on b.facebook_page_id = g.id
  where g.user_id = ? and g.environment = ? and g.id = any(?::bigint[])`;

interface KeptRow {
  readonly id: PageId;
  readonly zone: string;
  readonly time_zone: string | null;
  readonly computed_at: Date | null;
  readonly found: unknown;
  readonly is_fresh: boolean;
}

/** Posts of pages by the hour of the week at which they went out, and what was found out about that. */
export function bestHoursRepository(db: Knex) {
  return {
    /** What is known of pages of this owner. One of somebody else is not in it; `kept` is null until found out. */
    async kept(
      owner: Owner,
      pageIds: readonly PageId[],
    ): Promise<ReadonlyMap<PageId, { timeZone: string; isFresh: boolean; kept: KeptBestHours | null }>> {
      const { rows } = await db.raw<{ rows: KeptRow[] }>(KEPT, [owner.userId, owner.environment, [...pageIds]]);
      return new Map(rows.map((row) => [row.id, { timeZone: row.zone, isFresh: row.is_fresh, kept: keptOf(row) }]));
    },

    /** Pages that have had a post since it was found out about them, those of longest ago first. */
    async stale(limit: number): Promise<{ id: PageId; timeZone: string }[]> {
      const { rows } = await db.raw<{ rows: { id: PageId; timeZone: string }[] }>(
        `
        select g.id, ${ZONE} as "timeZone"
        from facebook_pages g left join page_best_hours b on b.facebook_page_id = g.id
        where g.removed_at is null
          and (b.computed_at is null or b.computed_at < now() - interval '${FRESH}' or b.time_zone <> ${ZONE})
        order by b.computed_at nulls first, g.id limit ?`,
        [limit],
      );
      return rows;
    },

    /** Posts of a page whose reactions have mostly come, the earliest first, by the hours of its zone. */
    async posts(pageId: PageId, timeZone: string): Promise<TimedResult[]> {
      const { rows } = await db.raw<{ rows: TimedResult[] }>(
        `
        select "hourOfWeek", engagement from (
          select p.published_at, e.likes + e.comments + e.shares as engagement,
            ((extract(isodow from p.published_at at time zone :timeZone) - 1) * 24
              + extract(hour from p.published_at at time zone :timeZone))::int as "hourOfWeek"
          from posts p join post_engagement e on e.post_id = p.id
          where p.facebook_page_id = :pageId and p.status = 'published' and p.published_at is not null
            and coalesce(p.published_at, p.scheduled_at) > now() - interval '${COMPARED_DAYS} days'
            and e.seen_at is not null and ${ageSql('e.seen_at')} >= ${SETTLED_AGE}
          order by coalesce(p.published_at, p.scheduled_at) desc limit ${POSTS_AT_MOST}) newest
        order by published_at`,
        { pageId, timeZone },
      );
      return rows;
    },

    async keep(pageId: PageId, timeZone: string, found: BestHours): Promise<Date> {
      const { rows } = await db.raw<{ rows: [{ computed_at: Date }] }>(
        `
        insert into page_best_hours (facebook_page_id, time_zone, computed_at, found) values (?, ?, now(), ?)
        on conflict (facebook_page_id) do update set time_zone = excluded.time_zone,
          computed_at = excluded.computed_at, found = excluded.found
        returning computed_at`,
        [pageId, timeZone, JSON.stringify(found)],
      );
      return rows[0].computed_at;
    },
  };
}
export type BestHoursRepository = ReturnType<typeof bestHoursRepository>;

function keptOf({ time_zone: timeZone, computed_at: computedAt, found }: KeptRow): KeptBestHours | null {
  const read = Found.safeParse(found);
  return timeZone === null || computedAt === null || !read.success ? null : { ...read.data, timeZone, computedAt };
}

/** As another release may have kept it. */
const Found = z.object({
  posts: z.number(),
  slots: z.number(),
  best: z.array(
    z.object({
      weekday: z.number().nullable(),
      fromHour: z.number(),
      posts: z.number(),
      percent: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  ),
});
