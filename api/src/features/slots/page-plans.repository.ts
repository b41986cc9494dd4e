import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { pageZoneSql } from './page-zone.sql.ts';

/** When a page likes to post. */
export interface PagePlan {
  readonly pageId: PageId;
  readonly pageName: string;
  /** 0: it never had a plan. */
  readonly revision: number;
  /** null while that of the page's owner counts. */
  readonly timeZone: string | null;
  /** The zone that counts. */
  readonly zone: string;
  /** Minutes since Monday 0:00 in that zone, in order, each once. */
  readonly minutes: readonly number[];
}
export type WeekOfPage = Pick<PagePlan, 'timeZone' | 'minutes'>;

export function pagePlansRepository(db: Knex) {
  return {
    /** Those of all connected pages of the owner, or of some, by the names of the pages. */
    async list(owner: Owner, pageIds: readonly PageId[] | null = null): Promise<PagePlan[]> {
      const { rows } = await db.raw<{ rows: PagePlan[] }>(
        `
        select g.id as "pageId", g.name as "pageName", coalesce(w.revision, 0) as revision, w.time_zone as "timeZone",
          ${pageZoneSql('g.id')} as zone,
          coalesce(to_jsonb(w.slots), '[]') as minutes
        from facebook_pages g left join page_plans w on w.facebook_page_id = g.id
        where g.user_id = ? and g.environment = ? and g.removed_at is null
          ${andOnTheirPages(owner, 'g.id')} and (?::bigint[] is null or g.id = any(?::bigint[]))
        order by g.name, g.id`,
        [
          owner.userId,
          owner.environment,
          pageIds === null ? null : [...pageIds],
          pageIds === null ? null : [...pageIds],
        ],
      );
      return rows;
    },

    /** Writes over `revision` and nothing else; false when that is not the newest. */
    async replace(owner: Owner, pageId: PageId, revision: number, { timeZone, minutes }: WeekOfPage): Promise<boolean> {
      const week = { time_zone: timeZone, slots: [...minutes] };
      if (revision === 0) {
        const made = await db('page_plans')
          .insert({ ...ownedColumns(owner), facebook_page_id: pageId, ...week })
          .onConflict('facebook_page_id')
          .ignore()
          .returning('revision');
        return made.length === 1;
      }
      const changed = await ownedBy(db, 'page_plans', owner)
        .where({ facebook_page_id: pageId, revision })
        .update({ ...week, revision: revision + 1 } as object);
      return Number(changed) === 1;
    },
  };
}
