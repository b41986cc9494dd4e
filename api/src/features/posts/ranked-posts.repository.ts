import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import type { PostSort } from '../../contract/posts.ts';
import { readWhileWanted } from '../../db/cancellable.ts';
import type { Owner } from '../../db/owner.ts';
import { conditionsOf, COUNTED_AT_MOST, type FoundPosts, type PostFilter } from './found-posts.repository.ts';
import { COLUMNS, ORDERS, toPost, type IsSetUp, type PostRow } from './posts.repository.ts';

/** As the indexes of post_engagement have it. */
const RANKED: Readonly<Record<PostSort, string>> = {
  likes: 'e.likes',
  comments: 'e.comments',
  shares: 'e.shares',
  engagement: '(e.likes + e.comments + e.shares)',
};

interface Wanted {
  readonly filter: PostFilter;
  readonly sort: PostSort;
  readonly order: 'asc' | 'desc';
  readonly pageNumber: number;
  readonly limit: number;
}

/** Published posts in the order of what followers did with them. */
export function rankedPostsRepository(db: Knex, isSetUp: IsSetUp = () => false) {
  return {
    /**
     * One page of the whole list: first the posts whose figures are known, equals by when they were made, then the
     * others, the newest first. Ends with `gone`.
     */
    async page(owner: Owner, wanted: Wanted, gone: AbortSignal): Promise<FoundPosts> {
      const { filter, pageNumber, limit } = wanted;
      const posts = conditionsOf(owner, 'published', filter);
      const hasText = filter.text !== undefined;
      const ask = <Row>(sql: string, values: readonly unknown[]) => readWhileWanted<Row>(db, gone, sql, values);
      const total = await totalOf(owner, filter, ask);
      const isCut = total > COUNTED_AT_MOST && hasText;
      const shown = isCut ? COUNTED_AT_MOST : total;
      const offset = (pageNumber - 1) * limit;
      if (offset >= shown) return { posts: [], total: shown, isCut };

      const ofPage = Math.min(limit, shown - offset);
      const from = hasText && !isCut ? fenced(posts.sql) : 'posts p';
      const ranked = await ask<{ id: PostId }>(
        `select p.id from post_engagement e join ${from} on p.id = e.post_id
        where e.owner_id = ? and e.seen_at is not null and ${posts.sql}
        order by ${orderOf(wanted)} limit ? offset ?`,
        [...(from === 'posts p' ? [] : posts.values), owner.userId, ...posts.values, ofPage, offset],
      );
      const others = ranked.length === ofPage ? [] : await unknown(posts, { offset, limit: ofPage }, ranked, ask);
      const ids = [...ranked, ...others].map(({ id }) => id);
      const rows = await ask<PostRow>(
        `select ${COLUMNS} where p.id = any(?::bigint[]) order by array_position(?::bigint[], p.id)`,
        [ids, ids],
      );
      return { posts: rows.map((row) => toPost(row, isSetUp)), total: shown, isCut };
    },
  };
}
export type RankedPostsRepository = ReturnType<typeof rankedPostsRepository>;

/** Kept with every change of a post, so that the whole list need not be counted. */
const SUMMED =
  'select coalesce(sum(published), 0)::int as total from post_summaries where user_id = ? and environment = ?';

type Ask = <Row>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

/** How many there are; of those that hold words, not many more than are counted. */
async function totalOf(owner: Owner, filter: PostFilter, ask: Ask): Promise<number> {
  const { sql, values } = conditionsOf(owner, 'published', filter);
  const limited = filter.text === undefined ? '' : `limit ${COUNTED_AT_MOST + 1}`;
  const [counted] =
    Object.keys(filter).length === 0 && !owner.onlyPages
      ? await ask<{ total: number }>(SUMMED, [owner.userId, owner.environment])
      : await ask<{ total: number }>(
          `select count(*)::int as total from (select from posts p where ${sql} ${limited}) found`,
          values,
        );
  return counted?.total ?? 0;
}

/** The rest of a page of the list, after `ranked`: posts whose figures are not known. */
async function unknown(
  { sql, values }: ReturnType<typeof conditionsOf>,
  { offset, limit }: { offset: number; limit: number },
  ranked: readonly object[],
  ask: Ask,
): Promise<{ id: PostId }[]> {
  const [{ known } = { known: 0 }] = await ask<{ known: number }>(
    `select count(*)::int as known from posts p join post_engagement e on e.post_id = p.id
    where e.seen_at is not null and ${sql}`,
    values,
  );
  return ask<{ id: PostId }>(
    `select p.id from posts p left join post_engagement e on e.post_id = p.id
    where e.seen_at is null and ${sql} order by ${ORDERS.published} limit ? offset ?`,
    [...values, limit - ranked.length, Math.max(0, offset - known)],
  );
}

/** A rare word is found by its index; without the fence PostgreSQL might look into every ranked post for it. */
const fenced = (sql: string) =>
  `(with found as materialized (select p.* from posts p where ${sql}) select * from found) p`;

function orderOf({ sort, order }: Wanted): string {
  return `${RANKED[sort]} ${order}, e.post_id ${order}`;
}
