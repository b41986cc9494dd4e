import type { Knex } from 'knex';
import { NEAR_MINUTES, REPETITION_DAYS } from '../../contract/composing.ts';
import type { Owner } from '../../db/owner.ts';
import type { PostStatus } from './post.ts';

export interface OtherPost { readonly id: number; readonly status: PostStatus; readonly at: Date; readonly excerpt: string }
export interface Repetition extends OtherPost { readonly isExact: boolean }

/** Texts from this on are nearly the same: a word or two differ. */
const NEARLY_THE_SAME = 0.85;
/** So much of a text tells whether it is another. */
const COMPARED = 2000;
const SHOWN = 3;
const AT = 'coalesce(p.published_at, p.scheduled_at)';
/** Case, runs of spaces and different writings of the same letter make no other text. */
const plain = (text: string) => `lower(trim(regexp_replace(normalize(left(${text}, ${COMPARED}), NFC), '\\s+', ' ', 'g')))`;

/** Questions about a post that only the page's other posts answer. What failed or was missed is not out, and not planned. */
export function postChecksRepository(db: Knex) {
  return {
    /** The same text on the page, in the last 90 days or planned. */
    async repetitions(owner: Owner, { content, pageId, postId }: { content: string; pageId: number; postId: number | null }): Promise<Repetition[]> {
      if (content.trim() === '') return [];
      const { rows } = await db.raw<{ rows: Repetition[] }>(`
        with asked as (select ${plain('?::text')} as text),
        others as (
          select p.id, p.status, ${AT} as at, p.content, ${plain('p.content')} as text, length(p.content) as length
          from posts p where p.user_id = ? and p.environment = ? and p.facebook_page_id = ? and p.id <> ?
            and p.status in ('scheduled', 'publishing', 'published') and ${AT} > now() - make_interval(days => ?)
            -- A text half as long, or twice as long, is another.
            and length(p.content) between length(?::text) / 2 and length(?::text) * 2
        )
        select o.id, o.status, o.at, left(o.content, 160) as excerpt, o.text = asked.text and o.length = length(?::text) as "isExact"
        from others o, asked where o.text = asked.text or similarity(o.text, asked.text) >= ?
        order by o.text = asked.text desc, o.at desc limit ${SHOWN}`,
        [content, owner.userId, owner.environment, pageId, postId ?? 0, REPETITION_DAYS, content, content, content, NEARLY_THE_SAME],
      );
      return rows;
    },

    /** Posts of the page less than 30 minutes before or after `at`. */
    async near(owner: Owner, { at, pageId, postId }: { at: Date; pageId: number; postId: number | null }): Promise<OtherPost[]> {
      const { rows } = await db.raw<{ rows: OtherPost[] }>(`
        select p.id, p.status, ${AT} as at, left(p.content, 160) as excerpt
        from posts p where p.user_id = ? and p.environment = ? and p.facebook_page_id = ? and p.id <> ? and p.status in ('scheduled', 'publishing', 'published')
          and ${AT} > ?::timestamptz - make_interval(mins => ?) and ${AT} < ?::timestamptz + make_interval(mins => ?)
        order by abs(extract(epoch from ${AT} - ?::timestamptz)), p.id limit ${SHOWN}`,
        [owner.userId, owner.environment, pageId, postId ?? 0, at, NEAR_MINUTES, at, NEAR_MINUTES, at],
      );
      return rows;
    },
  };
}
export type PostChecksRepository = ReturnType<typeof postChecksRepository>;
