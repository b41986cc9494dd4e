import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { spacingMinutesSql } from '../../networks/spacing.sql.ts';

/** The page `g` at Facebook is also connected by somebody else. */
const OTHER_CONNECTION = `select from facebook_pages o where o.page_id = g.page_id and o.environment = g.environment
  and o.id <> g.id and o.removed_at is null`;
const AT = 'coalesce(p.published_at, p.scheduled_at)';

interface Which {
  readonly from: Date;
  readonly to: Date;
  /** Posts that do not count. */
  readonly exceptPostIds?: readonly PostId[];
  /** Only posts that were touched from then on count. */
  readonly touchedSince?: Date;
}

/** When pages have posts. */
export function takenTimesRepository(db: Knex) {
  return {
    /**
     * Until the end of this transaction nobody else looks for free times of the owner's pages, to put posts there, nor
     * of pages that others have connected too. By the first name processes of the release before know it.
     */
    async lock(owner: Owner): Promise<void> {
      await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
        `compositions:${owner.userId}/${owner.environment}`,
      ]);
      // In one order: two who have connected the same pages wait for each other instead of blocking each other.
      await db.raw(
        `
        select pg_advisory_xact_lock(hashtextextended('page:' || s.page_id || '/' || s.environment, 0)) from (
          select g.page_id, g.environment from facebook_pages g
          where g.user_id = ? and g.environment = ? and g.removed_at is null and exists (${OTHER_CONNECTION})
          order by g.page_id limit all offset 0
        ) s`,
        [owner.userId, owner.environment],
      );
    },

    /**
     * Times of posts of these pages, in order, that are out or to go out within a day of `from` and `to`, whoever
     * connected the page that posts there, and how many minutes two of them stay apart.
     */
    async taken(
      owner: Owner,
      pageIds: readonly PageId[],
      { from, to, exceptPostIds = [], touchedSince }: Which,
    ): Promise<{ spacingMinutes: number; taken: ReadonlyMap<PageId, readonly Date[]> }> {
      const { rows } = await db.raw<{ rows: { id: PageId; times: Date[]; spacing: number }[] }>(
        `
        select g.id, ${spacingMinutesSql('g.user_id')}::int as spacing, array(
          select ${AT} from facebook_pages o join posts p on p.facebook_page_id = o.id
          where o.page_id = g.page_id and o.environment = g.environment
            and p.status in ('scheduled', 'publishing', 'published')
            and p.id <> all(?::bigint[]) and p.updated_at >= ?::timestamptz
            and ${AT} between ?::timestamptz - interval '1 day' and ?::timestamptz + interval '1 day'
          order by 1) as times
        from facebook_pages g where g.user_id = ? and g.environment = ? and g.id = any(?::bigint[])`,
        [[...exceptPostIds], touchedSince ?? '-infinity', from, to, owner.userId, owner.environment, [...pageIds]],
      );
      return {
        spacingMinutes: rows[0]?.spacing ?? 0,
        taken: new Map(rows.map(({ id, times }) => [id, times])),
      };
    },
  };
}
