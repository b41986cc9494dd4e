import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { readWhileWanted } from '../../db/cancellable.ts';
import { containing } from '../../db/like-pattern.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
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

/** Of words, by the status of their posts. */
const TEXT_INDEXES = ['posts_published_text', 'posts_scheduled_text'];

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
      const which = conditionsOf(owner, status, filter);
      const place = { limit, offset: (pageNumber - 1) * limit };
      const { total, ids } = await (filter.text === undefined
        ? countedFirst(db, which, status, place, gone)
        : lookedThroughOnce(db, which, status, place, gone));
      const isCut = filter.text !== undefined && total > COUNTED_AT_MOST;
      const shownTotal = isCut ? COUNTED_AT_MOST : total;
      if (place.offset >= shownTotal) return { posts: [], total: shownTotal, isCut };
      const rows = await readWhileWanted<PostRow>(
        db,
        gone,
        `select ${COLUMNS} where p.id = any(?::bigint[]) order by ${ORDERS[status]}`,
        [isCut ? await inOrder(db, which, status, place, gone) : ids],
      );
      return { posts: rows.map((row) => toPost(row, isSetUp)), total: shownTotal, isCut };
    },

    /** Changes how fast posts are found, not which. An index that another role owns is left to PostgreSQL. */
    async indexWords(): Promise<void> {
      for (const index of TEXT_INDEXES) await db.raw(INDEX_WORDS, [index]);
    },
  };
}
export type FoundPostsRepository = ReturnType<typeof foundPostsRepository>;

const INDEX_WORDS = `
  select gin_clean_pending_list(c.oid) from pg_class c where c.oid = ?::regclass and pg_has_role(c.relowner, 'usage')`;

interface Which {
  readonly sql: string;
  readonly values: readonly (string | number | boolean | Date)[];
}
interface Counted {
  readonly total: number;
  readonly ids: readonly number[];
}

/** How many there are, and those of a page: a far one is counted from its nearer end. */
async function countedFirst(
  db: Knex,
  which: Which,
  status: PostStatus,
  place: { limit: number; offset: number },
  gone: AbortSignal,
): Promise<Counted> {
  const [{ total } = { total: 0 }] = await readWhileWanted<{ total: number }>(
    db,
    gone,
    `select count(*)::int as total from posts p where ${which.sql}`,
    which.values,
  );
  if (place.offset >= total) return { total, ids: [] };
  const limit = Math.min(place.limit, total - place.offset);
  const fromEnd = Math.max(0, total - place.offset - limit);
  const nearer =
    fromEnd < place.offset
      ? { order: reversed(ORDERS[status]), offset: fromEnd }
      : { order: ORDERS[status], offset: place.offset };
  return { total, ids: await inOrder(db, which, status, { limit, ...nearer }, gone) };
}

/**
 * The same for posts that hold words, whose texts are looked through once for both. A rare word is found by its index
 * and then put in order: without the fence PostgreSQL might read the whole list for it.
 */
async function lookedThroughOnce(
  db: Knex,
  { sql, values }: Which,
  status: PostStatus,
  { limit, offset }: { limit: number; offset: number },
  gone: AbortSignal,
): Promise<Counted> {
  const [found = { total: 0, ids: [] }] = await readWhileWanted<Counted>(
    db,
    gone,
    `with found as materialized (
      select p.id, p.scheduled_at, p.published_at, p.updated_at from posts p where ${sql} limit ${COUNTED_AT_MOST + 1}
    )
    select (select count(*)::int from found) as total,
      array(select p.id from found p order by ${ORDERS[status]} limit ? offset ?) as ids`,
    [...values, limit, offset],
  );
  return found;
}

async function inOrder(
  db: Knex,
  { sql, values }: Which,
  status: PostStatus,
  { limit, offset, order = ORDERS[status] }: { limit: number; offset: number; order?: string },
  gone: AbortSignal,
): Promise<number[]> {
  const rows = await readWhileWanted<{ id: number }>(
    db,
    gone,
    `select p.id from posts p where ${sql} order by ${order} limit ? offset ?`,
    [...values, limit, offset],
  );
  return rows.map(({ id }) => id);
}

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
  const sql = given.map((condition) => condition[0]).join(' and ');
  return { sql: sql + andOnTheirPages(owner, 'p.facebook_page_id'), values: given.map(([, value]) => value) };
}

function wordsOf(text = ''): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
