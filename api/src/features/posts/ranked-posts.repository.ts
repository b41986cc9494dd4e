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
      const [counted = { total: 0, known: 0 }] = await ask<{ total: number; known: number }>(
        `select count(*)::int as total, count(seen_at)::int as known from (
          select e.seen_at from posts p left join post_engagement e on e.post_id = p.id where ${posts.sql}
          ${hasText ? `limit ${COUNTED_AT_MOST + 1}` : ''}) found`,
        posts.values,
      );
      const isCut = hasText && counted.total > COUNTED_AT_MOST;
      const total = isCut ? COUNTED_AT_MOST : counted.total;
      const offset = (pageNumber - 1) * limit;
      if (offset >= total) return { posts: [], total, isCut };

      const ofPage = Math.min(limit, total - offset);
      const from = hasText && !isCut ? fenced(posts.sql) : `posts p`;
      const rankedIds =
        isCut || offset < counted.known
          ? await ask<{ id: PostId }>(
              `select p.id from post_engagement e join ${from} on p.id = e.post_id
        where e.owner_id = ? and e.seen_at is not null and ${posts.sql}
        order by ${orderOf(wanted)} limit ? offset ?`,
              [...(from === 'posts p' ? [] : posts.values), owner.userId, ...posts.values, ofPage, offset],
            )
          : [];
      const rest = ofPage - rankedIds.length;
      const otherIds =
        rest === 0
          ? []
          : await ask<{ id: PostId }>(
              `select p.id from posts p left join post_engagement e on e.post_id = p.id
        where e.seen_at is null and ${posts.sql} order by ${ORDERS.published} limit ? offset ?`,
              [...posts.values, rest, Math.max(0, offset - counted.known)],
            );
      const ids = [...rankedIds, ...otherIds].map(({ id }) => id);
      const rows = await ask<PostRow>(
        `select ${COLUMNS} where p.id = any(?::bigint[]) order by array_position(?::bigint[], p.id)`,
        [ids, ids],
      );
      return { posts: rows.map((row) => toPost(row, isSetUp)), total, isCut };
    },
  };
}
export type RankedPostsRepository = ReturnType<typeof rankedPostsRepository>;

/** A rare word is found by its index; without the fence PostgreSQL might look into every ranked post for it. */
const fenced = (sql: string) =>
  `(with found as materialized (select p.* from posts p where ${sql}) select * from found) p`;

function orderOf({ sort, order }: Wanted): string {
  return `${RANKED[sort]} ${order}, e.post_id ${order}`;
}
