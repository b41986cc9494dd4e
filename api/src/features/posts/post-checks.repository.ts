import type { Knex } from 'knex';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import { REPETITION_DAYS } from '../../contract/composing.ts';
import { readWhileWanted } from '../../db/cancellable.ts';
import type { Owner } from '../../db/owner.ts';
import { spacingSql } from '../../networks/spacing.sql.ts';
import type { PostStatus } from './post.ts';

export interface OtherPost {
  readonly id: number;
  readonly status: PostStatus;
  readonly at: Date;
  readonly excerpt: string;
  readonly authorId: UserId;
  readonly authorName: string;
}
export interface Repetition extends OtherPost {
  readonly isExact: boolean;
}

/** Texts from this on are nearly the same: a word or two differ. */
const NEARLY_THE_SAME = 0.85;
/** So much of a text tells whether it is another. */
const COMPARED = 2000;
/** Likeness costs more than sameness: it is looked for among the newest posts, by the first words. */
const LIKENED = 200;
const LIKENED_CHARACTERS = 600;
const SHOWN = 3;
/** An owner's page and, while it is connected, the same page at Facebook by the connections of others. */
const OF_PAGE = `array(select o.id from facebook_pages g join facebook_pages o on o.page_id = g.page_id
  and o.environment = g.environment and (o.id = g.id or g.is_connected)
  where g.user_id = ? and g.environment = ? and g.id = ?)`;
/** Of a post `p` by a person `u`. */
const AUTHOR = 'p.user_id as "authorId", u.name as "authorName"';
const AT = 'coalesce(p.published_at, p.scheduled_at)';
/** Case and spaces make no other text. Written without expressions, which would take seconds for a busy page. */
const plain = (text: string) => `lower(translate(left(${text}, ${COMPARED}), E' \\n\\r\\t\\u00a0', ''))`;

/**
 * Questions about a post that only the page's other posts answer. What failed or was missed is not out, and not
 * planned.
 */
export function postChecksRepository(db: Knex) {
  return {
    ...repetitionsOf(db),

    /**
     * Posts of the page closer to `at` than they are to stay apart, whoever connected the page that posts there; null
     * for right now.
     */
    async near(
      owner: Owner,
      { at, pageId, postId }: { at: Date | null; pageId: PageId; postId: PostId | null },
    ): Promise<OtherPost[]> {
      const { rows } = await db.raw<{ rows: OtherPost[] }>(
        `
        with asked as (select coalesce(?::timestamptz, now()) as at)
        select p.id, p.status, ${AT} as at, left(p.content, 160) as excerpt, ${AUTHOR}
        from posts p join users u on u.id = p.user_id, asked where p.facebook_page_id = any(${OF_PAGE}) and p.id <> ?
          and p.status in ('scheduled', 'publishing', 'published')
          and ${AT} > asked.at - ${spacingSql('p.user_id')} and ${AT} < asked.at + ${spacingSql('p.user_id')}
        order by abs(extract(epoch from ${AT} - asked.at)), p.id limit ${SHOWN}`,
        [at, owner.userId, owner.environment, pageId, postId ?? 0],
      );
      return rows;
    },
  };
}

function repetitionsOf(db: Knex) {
  return {
    /**
     * The same text on the page, in the last 90 days or planned, whoever connected the page that has it. Ends with
     * `gone`.
     */
    async repetitions(
      owner: Owner,
      { content, pageId, postId }: { content: string; pageId: PageId; postId: PostId | null },
      gone: AbortSignal,
    ): Promise<Repetition[]> {
      if (content.trim() === '') return [];
      return readWhileWanted<Repetition>(
        db,
        gone,
        `
        with asked as materialized (select ${plain('?::text')} as text,
          left(?::text, ${LIKENED_CHARACTERS}) as beginning, length(?::text) as length),
        others as materialized (
          select p.id, p.user_id, p.status, ${AT} as at, left(p.content, ${COMPARED}) as content,
            length(p.content) as length,
            row_number() over (order by ${AT} desc) as age
          from posts p, asked
          where p.facebook_page_id = any(${OF_PAGE}) and p.id <> ?
            and p.status in ('scheduled', 'publishing', 'published') and ${AT} > now() - make_interval(days => ?)
            -- A story has no text.
            and p.placement = 'feed'
            -- Spaces and a word or two make it no longer or shorter than this.
            and length(p.content) between asked.length * 0.8 and asked.length * 1.25
        ),
        found as materialized (
          select o.*, ${plain('o.content')} = asked.text as is_same,
            case when o.age <= ${LIKENED} then similarity(left(o.content, ${LIKENED_CHARACTERS}), asked.beginning) >= ?
              else false end as is_near
          from others o, asked
        )
        select p.id, p.status, p.at, left(p.content, 160) as excerpt, ${AUTHOR},
          p.is_same and p.length = asked.length as "isExact"
        from found p join users u on u.id = p.user_id, asked where p.is_same or p.is_near
        order by p.is_same desc, p.at desc limit ${SHOWN}`,
        [
          content,
          content,
          content,
          owner.userId,
          owner.environment,
          pageId,
          postId ?? 0,
          REPETITION_DAYS,
          NEARLY_THE_SAME,
        ],
      );
    },
  };
}
export type PostChecksRepository = ReturnType<typeof postChecksRepository>;
