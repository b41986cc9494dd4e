import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { readWhileWanted } from '../../db/cancellable.ts';
import { containing } from '../../db/like-pattern.ts';
import type { Owner } from '../../db/owner.ts';
import type { Post, PostStatus } from './post.ts';
import { COLUMNS, ORDERS, reversed, toPost, type IsSetUp, type PostRow } from './posts.repository.ts';

/** Which posts of a list. What is left out narrows nothing down. */
export interface PostFilter {
  /** Words that a post holds, each of them, wherever. */
  readonly text?: string;
  readonly facebookPageId?: PageId;
  readonly target?: Post['target'];
  readonly contentType?: string;
  readonly mediaType?: Post['mediaType'];
  readonly isAiGenerated?: boolean;
  readonly publishedFrom?: Date;
  /** Excluded. */
  readonly publishedBefore?: Date;
}

export interface FoundPosts {
  readonly posts: Post[];
  /** How many there are; where `isCut`, there are more. */
  readonly total: number;
  readonly isCut?: boolean;
}

/** Words are looked for in posts one by one: a word that is in more posts than this is not counted any further. */
export const COUNTED_AT_MOST = 10_000;

/** Lists of an owner's posts, narrowed down. */
export function foundPostsRepository(db: Knex, isSetUp: IsSetUp = () => false) {
  return {
    /** One page of what the filter lets through, in the order of the whole list. Ends with `gone`. */
    async page(
      owner: Owner,
      status: PostStatus,
      filter: PostFilter,
      pageNumber: number,
      limit: number,
      gone: AbortSignal,
    ): Promise<FoundPosts> {
      const { sql, values } = conditionsOf(owner, status, filter);
      const hasText = filter.text !== undefined;
      const [{ total: counted } = { total: 0 }] = await readWhileWanted<{ total: number }>(
        db,
        gone,
        hasText
          ? `select count(*)::int as total from (select from posts p where ${sql} limit ${COUNTED_AT_MOST + 1}) found`
          : `select count(*)::int as total from posts p where ${sql}`,
        values,
      );
      const isCut = hasText && counted > COUNTED_AT_MOST;
      const total = isCut ? COUNTED_AT_MOST : counted;
      const offset = (pageNumber - 1) * limit;
      if (offset >= total) return { posts: [], total, isCut };

      // A rare word is found by its index and then put in order; without the fence PostgreSQL might read the whole list
      // for it.
      const found =
        hasText && !isCut
          ? `(with found as materialized (select p.* from posts p where ${sql}) select * from found)`
          : `(select p.* from posts p where ${sql})`;
      // A far page is counted from its nearer end, as far as the end is known.
      const fromEnd = Math.max(0, total - offset - limit);
      const isNearerEnd = !isCut && fromEnd < offset;
      const rows = await readWhileWanted<PostRow>(
        db,
        gone,
        `select ${COLUMNS} join (select p.id from ${found} p
          order by ${isNearerEnd ? reversed(ORDERS[status]) : ORDERS[status]} limit ? offset ?) shown on shown.id = p.id
          order by ${ORDERS[status]}`,
        [...values, Math.min(limit, total - offset), isNearerEnd ? fromEnd : offset],
      );
      return { posts: rows.map((row) => toPost(row, isSetUp)), total, isCut };
    },

    /** What is found is the same before and after; only how fast. */
    async indexWords(): Promise<void> {
      await db.raw("select gin_clean_pending_list('posts_published_text')");
    },
  };
}
export type FoundPostsRepository = ReturnType<typeof foundPostsRepository>;

/** The posts `p` of an owner that a filter lets through. */
export function conditionsOf(
  owner: Owner,
  status: PostStatus,
  filter: PostFilter,
): { sql: string; values: (string | number | boolean | Date)[] } {
  const conditions: [string, string | number | boolean | Date | undefined][] = [
    ['p.user_id = ?', owner.userId],
    ['p.environment = ?', owner.environment],
    ['p.status = ?', status],
    ['p.facebook_page_id = ?', filter.facebookPageId],
    ['p.target = ?', filter.target],
    ['p.content_type = ?', filter.contentType],
    ['p.media_type = ?', filter.mediaType],
    ['p.is_ai_generated = ?', filter.isAiGenerated],
    ['p.published_at >= ?', filter.publishedFrom],
    ['p.published_at < ?', filter.publishedBefore],
    ...wordsOf(filter.text).map((word): [string, string] => ['p.content ilike ?', containing(word)]),
  ];
  const given = conditions.filter(
    (condition): condition is [string, string | number | boolean | Date] => condition[1] !== undefined,
  );
  return { sql: given.map(([sql]) => sql).join(' and '), values: given.map(([, value]) => value) };
}

function wordsOf(text = ''): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
