import type { Knex } from 'knex';
import pMap from 'p-map';
import * as z from 'zod';
import type { Environment } from '../../contract/common.ts';
import { networkFacts } from '../../contract/networks.ts';
import type { Owner } from '../../db/owner.ts';
import type { CallBudget } from '../../facebook/call-budget.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { ConflictError, NotFoundError, TooManyRequestsError, UpstreamError } from '../../http/errors.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import type { PostsRepository } from '../posts/posts.repository.ts';

const REFRESHED_AT_ONCE = 4;
const REFRESHED_A_RUN = 50;

const total = z.object({ summary: z.object({ total_count: z.number() }) }).optional();
/** `shares` is absent when there are none. */
const Engagement = z.object({
  id: z.string(),
  likes: total,
  comments: total,
  shares: z.object({ count: z.number() }).optional(),
});
const FIELDS = 'id,likes.summary(true).limit(0),comments.summary(true).limit(0),shares';

export interface Seen {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly fetchedAt: Date;
}

interface Deps {
  readonly db: Knex;
  readonly posts: PostsRepository;
  readonly pages: PagesRepository;
  readonly graph: GraphClient;
  readonly budget: CallBudget;
  facebookApp(environment: Environment): FacebookApp | null;
}

/** What followers did with published posts. */
export function engagementService({ db, posts, pages, graph, budget, facebookApp }: Deps) {
  async function fetch(
    environment: Environment,
    facebookPageId: number | null,
    remoteId: string,
  ): Promise<Omit<Seen, 'fetchedAt'> | null> {
    const [app, page] = [
      facebookApp(environment),
      facebookPageId === null ? null : await pages.forPublishing(facebookPageId),
    ];
    if (app === null || page === null || page.token === null) return null;
    const seen = await graph.get({
      path: remoteId,
      params: { fields: FIELDS },
      token: page.token,
      app,
      answer: Engagement,
    });
    return {
      likes: seen.likes?.summary.total_count ?? 0,
      comments: seen.comments?.summary.total_count ?? 0,
      shares: seen.shares?.count ?? 0,
    };
  }

  async function store(postId: number, seen: Omit<Seen, 'fetchedAt'>): Promise<Date> {
    const [row] = (await db('post_engagement')
      .insert({ post_id: postId, ...seen, fetched_at: db.fn.now(), seen_at: db.fn.now(), gone_since: null })
      .onConflict('post_id')
      .merge()
      .returning('fetched_at')) as [{ fetched_at: Date }];
    return row.fetched_at;
  }

  /** The last numbers stay, and what is gone says since when. */
  async function storeUnseen(postId: number, error: unknown): Promise<void> {
    const isGone = error instanceof GraphError && error.isGone;
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
  }

  /** A token that opens nothing any more is found out before a post needs it. */
  async function checkPage(facebookPageId: number | null, error: unknown): Promise<void> {
    if (facebookPageId !== null && error instanceof GraphError && error.kind === 'auth')
      await pages.checkSoon(facebookPageId);
  }

  return {
    /** Asks Facebook now. @throws AppError in words when there is nothing to ask about or no answer */
    async performance(owner: Owner, postId: number): Promise<Seen> {
      const post = await posts.find(owner, postId);
      if (post === null) throw new NotFoundError('This post does not exist.');
      if (!networkFacts(post.target).hasReactions || post.remoteId === null || post.status !== 'published')
        throw new ConflictError('No Facebook post ID available');
      try {
        const seen = await fetch(owner.environment, post.facebookPageId, post.remoteId);
        if (seen === null)
          throw new ConflictError(
            'The page of this post is not connected, so its numbers cannot be read. Reconnect the page.',
          );
        return { ...seen, fetchedAt: await store(post.id, seen) };
      } catch (error) {
        if (error instanceof GraphError && error.isGone) await storeUnseen(post.id, error);
        await checkPage(post.facebookPageId, error);
        throw inWords(error);
      }
    },

    /** Renews the numbers of posts seen longest ago for their age: the newest most often. */
    async refresh(): Promise<void> {
      const { rows } = await db.raw<{
        rows: { id: number; environment: Environment; facebook_page_id: number; remote_id: string; page_id: string }[];
      }>(
        `
        select p.id, p.environment, p.facebook_page_id, p.remote_id, g.page_id
        from posts p join facebook_pages g on g.id = p.facebook_page_id and g.is_connected left join post_engagement e on e.post_id = p.id
        where p.status = 'published' and p.remote_id is not null and p.published_at > now() - interval '90 days'
          and (e.fetched_at is null or e.fetched_at < now() - greatest(interval '10 minutes', (now() - p.published_at) / 10))
        order by e.fetched_at nulls first, p.published_at desc limit ?`,
        [REFRESHED_A_RUN],
      );
      await pMap(
        rows,
        async (post) => {
          const app = facebookApp(post.environment);
          if (app === null || !budget.allowsBackgroundRead(post.page_id, app.appId)) return;
          try {
            const seen = await fetch(post.environment, post.facebook_page_id, post.remote_id);
            if (seen !== null) await store(post.id, seen);
          } catch (error) {
            // Its last numbers stay, and its turn is over: a post that always fails must not keep out the others.
            await storeUnseen(post.id, error);
            await checkPage(post.facebook_page_id, error);
            if (!(error instanceof GraphError || error instanceof GraphTransportError)) throw error;
          }
        },
        { concurrency: REFRESHED_AT_ONCE, stopOnError: false },
      );
    },
  };
}
export type EngagementService = ReturnType<typeof engagementService>;

function inWords(error: unknown): unknown {
  const options = { cause: error };
  if (error instanceof GraphTransportError)
    return new UpstreamError('Facebook does not answer right now. Try again in a minute.', {}, options);
  if (!(error instanceof GraphError)) return error;
  if (error.isGone) return new NotFoundError('This post is no longer on Facebook, or is hidden there.', {}, options);
  if (error.kind === 'rate-limited')
    return new TooManyRequestsError(
      'Facebook takes no more calls for this page for a while. Try again later.',
      (error.details.regainMinutes ?? 60) * 60,
      {},
      options,
    );
  if (error.kind === 'auth' || error.kind === 'permission')
    return new ConflictError(
      'Facebook no longer accepts our access to this page. Reconnect it to see its numbers.',
      {},
      options,
    );
  return new UpstreamError('Facebook could not say how this post is doing. Try again in a minute.', {}, options);
}
