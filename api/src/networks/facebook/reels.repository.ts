import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { prepared } from '../../db/database.ts';

/**
 * $1: page, $2: the limit less one: the reel that has to leave the window first. Those that Facebook is still working
 * on count there too.
 */
const NEXT_AT = `
    with rows_of_page as (
      select id from facebook_pages where page_id = (select page_id from facebook_pages where id = $1)
    )
    select reels.at + interval '24 hours' as at from (
      select p.published_at as at from posts p
      where p.facebook_page_id in (select id from rows_of_page) and p.status = 'published' and p.media_type = 'reel'
        and p.published_at > now() - interval '24 hours'
      union all
      select a.sent_at from posts p join publish_attempts a on a.post_id = p.id and a.ended_at is null
      where p.facebook_page_id in (select id from rows_of_page) and p.status = 'publishing' and p.media_type = 'reel'
        and a.sent_at > now() - interval '24 hours'
    ) reels order by reels.at desc offset $2 limit 1`;

/** What counts for Facebook's daily limit of reels. */
export function reelsRepository(db: Knex) {
  return {
    /** When this page may publish another reel by Facebook's daily limit; null when it may now. */
    async nextAt(facebookPageId: PageId, limit: number): Promise<Date | null> {
      const [row] = await prepared<{ at: Date }>(db, 'next_reel_at', NEXT_AT, [facebookPageId, limit - 1]);
      return row?.at ?? null;
    },
  };
}
