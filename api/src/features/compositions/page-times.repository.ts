import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { spacingMinutesSql } from '../../networks/spacing.sql.ts';

/** Fewer posts at an hour say nothing about it. */
const POSTS_THAT_TELL = 5;
const LOOKED_BACK_DAYS = 90;
/** No composition has this id. */
const NONE = 0;
const AT = 'coalesce(p.published_at, p.scheduled_at)';

/** When pages have posts, and when these did well. */
export function pageTimesRepository(db: Knex) {
  return {
    /**
     * Times of posts of these pages, in order, that are out or to go out within a day of `from` and `to`, and how many
     * minutes two of them stay apart.
     * @param compositionId whose posts do not count
     */
    async taken(
      owner: Owner,
      pageIds: readonly PageId[],
      { from, to, compositionId }: { from: Date; to: Date; compositionId: number | null },
    ): Promise<{ spacingMinutes: number; taken: ReadonlyMap<PageId, readonly Date[]> }> {
      const { rows } = await db.raw<{ rows: { id: PageId; times: Date[]; spacing: number }[] }>(
        `
        select g.id, ${spacingMinutesSql('g.user_id')}::int as spacing, array(
          select ${AT} from posts p where p.user_id = g.user_id and p.environment = g.environment
            and p.facebook_page_id = g.id and p.status in ('scheduled', 'publishing', 'published')
            and p.composition_id is distinct from ?::bigint
            and ${AT} between ?::timestamptz - interval '1 day' and ?::timestamptz + interval '1 day'
          order by 1) as times
        from facebook_pages g where g.user_id = ? and g.environment = ? and g.id = any(?::bigint[])`,
        [compositionId ?? NONE, from, to, owner.userId, owner.environment, [...pageIds]],
      );
      return {
        spacingMinutes: rows[0]?.spacing ?? 0,
        taken: new Map(rows.map(({ id, times }) => [id, times])),
      };
    },

    /** The hour of the day whose posts had most reactions, of each of these pages that has enough of them to tell. */
    async bestHours(owner: Owner, pageIds: readonly PageId[], timeZone: string): Promise<ReadonlyMap<PageId, number>> {
      const { rows } = await db.raw<{ rows: { id: PageId; hour: number }[] }>(
        `
        select distinct on (id) id, hour from (
          select p.facebook_page_id as id, extract(hour from p.published_at at time zone ?)::int as hour,
            percentile_cont(0.5) within group (order by e.likes + e.comments + e.shares) as median
          from posts p join post_engagement e on e.post_id = p.id
          where p.user_id = ? and p.environment = ? and p.facebook_page_id = any(?::bigint[])
            and p.status = 'published' and p.published_at > now() - make_interval(days => ?)
          group by 1, 2 having count(*) >= ?) hours
        order by id, median desc, hour`,
        [timeZone, owner.userId, owner.environment, [...pageIds], LOOKED_BACK_DAYS, POSTS_THAT_TELL],
      );
      return new Map(rows.map(({ id, hour }) => [id, hour]));
    },
  };
}
