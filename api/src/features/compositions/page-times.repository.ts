import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';

/** Fewer posts at an hour say nothing about it. */
const POSTS_THAT_TELL = 5;
const LOOKED_BACK_DAYS = 90;

/** When posts of pages did well. */
export function pageTimesRepository(db: Knex) {
  return {
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
