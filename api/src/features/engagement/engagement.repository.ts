import type { Knex } from 'knex';
import type { GraphPageId, PageId, PostId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import { ageSql } from './ages.ts';

/** What followers did with a post, as Facebook counts it. */
export interface Seen {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly fetchedAt: Date;
}

/** A published post whose numbers are worth asking for. */
export interface Counted {
  readonly id: PostId;
  readonly environment: Environment;
  readonly facebookPageId: PageId;
  readonly remoteId: string;
  /** Facebook's id of the page. */
  readonly pageId: GraphPageId;
}

/** Seen longest ago for their age: the newest most often. Its parameters: pages that are left out, at most so many. */
const LEAST_FRESH = `
  select p.id, p.environment, p.facebook_page_id as "facebookPageId", p.remote_id as "remoteId", g.page_id as "pageId"
  from posts p join facebook_pages g on g.id = p.facebook_page_id and g.is_connected
    left join post_engagement e on e.post_id = p.id
  where p.status = 'published' and p.remote_id is not null and p.placement = 'feed'
    and p.published_at > now() - interval '90 days' and p.facebook_page_id <> all(?::bigint[])
    and (e.fetched_at is null or e.fetched_at < now() - greatest(interval '10 minutes', (now() - p.published_at) / 10))
  order by e.fetched_at nulls first, p.published_at desc limit ?`;

/** The new list ends with the age of now; of a row that is there only this place of it is changed. */
const STORE = `
  insert into post_engagement as e (post_id, likes, comments, shares, fetched_at, seen_at, engagement_by_age)
  select id, :likes, :comments, :shares, now(), now(),
    array_fill(null::integer, array[${ageSql('now()')} - 1]) || (cast(:likes as integer) + :comments + :shares)
  from posts p where id = :postId
  on conflict (post_id) do update set likes = excluded.likes, comments = excluded.comments, shares = excluded.shares,
    fetched_at = excluded.fetched_at, seen_at = excluded.seen_at, gone_since = null,
    engagement_by_age[cardinality(excluded.engagement_by_age)] = excluded.likes + excluded.comments + excluded.shares
  returning fetched_at`;

/** The last numbers of published posts. */
export function engagementRepository(db: Knex) {
  return {
    /** @param without pages whose posts are left out */
    async leastFresh(limit: number, without: readonly PageId[]): Promise<Counted[]> {
      return (await db.raw<{ rows: Counted[] }>(LEAST_FRESH, [[...without], limit])).rows;
    },

    /** Also keeps them for the age that the post has now. */
    async store(postId: PostId, { likes, comments, shares }: Omit<Seen, 'fetchedAt'>): Promise<Date> {
      const { rows } = await db.raw<{ rows: [{ fetched_at: Date }] }>(STORE, { postId, likes, comments, shares });
      return rows[0].fetched_at;
    },

    /** The last numbers stay, and what is gone says since when. */
    async storeUnseen(postId: PostId, isGone: boolean): Promise<void> {
      await db('post_engagement')
        .insert({
          post_id: postId,
          likes: 0,
          comments: 0,
          shares: 0,
          fetched_at: db.fn.now(),
          gone_since: isGone ? db.fn.now() : null,
        })
        .onConflict('post_id')
        .merge({
          fetched_at: db.fn.now(),
          ...(isGone ? { gone_since: db.raw('coalesce(post_engagement.gone_since, now())') } : {}),
        });
    },
  };
}
