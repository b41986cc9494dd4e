import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { readWhileWanted } from '../../db/cancellable.ts';
import { containing } from '../../db/like-pattern.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
import type { Owner } from '../../db/owner.ts';
import type { Post } from './post.ts';
import type { CalendarQuery } from './waiting-calendar.repository.ts';

/** As much of a post that is out as a calendar shows. */
export interface PublishedEntry {
  readonly id: PostId;
  readonly excerpt: string;
  readonly publishedAt: Date;
  readonly facebookPageId: PageId | null;
  readonly pageName: string | null;
  readonly target: Post['target'];
  readonly isLate: boolean;
  /** As last seen; null where it never was, which is not the same as 0. */
  readonly engagement: number | null;
}

export function publishedCalendarRepository(db: Knex) {
  return {
    /** What went out in a period, earliest first, unless `gone` ends it; of too many the newest. */
    async published(
      owner: Owner,
      { from, to, text = '', facebookPageId, limit, excerptLength }: CalendarQuery,
      gone: AbortSignal,
    ): Promise<PublishedEntry[]> {
      const rows = await readWhileWanted<PublishedEntry>(
        db,
        gone,
        `
        select p.id, left(p.content, ?) as excerpt, p.published_at as "publishedAt",
          p.facebook_page_id as "facebookPageId", g.name as "pageName",
          p.target, p.is_late as "isLate",
          case when e.seen_at is not null then e.likes + e.comments + e.shares end as engagement
        from posts p left join facebook_pages g on g.id = p.facebook_page_id
          left join post_engagement e on e.post_id = p.id
        where p.user_id = ? and p.environment = ?${andOnTheirPages(owner, 'p.facebook_page_id')}
          and p.status = 'published' and p.published_at >= ?
          and p.published_at < ?
          ${facebookPageId === undefined ? '' : 'and p.facebook_page_id = ?'}
          ${text === '' ? '' : 'and p.content ilike ?'}
        order by p.published_at desc, p.id desc limit ?`,
        [
          excerptLength,
          owner.userId,
          owner.environment,
          from,
          to,
          ...(facebookPageId === undefined ? [] : [facebookPageId]),
          ...(text === '' ? [] : [containing(text)]),
          limit,
        ],
      );
      return rows.toReversed();
    },
  };
}
export type PublishedCalendarRepository = ReturnType<typeof publishedCalendarRepository>;
