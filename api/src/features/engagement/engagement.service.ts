import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
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
import { engagementRepository, type Counted, type Seen } from './engagement.repository.ts';

const REFRESHED_AT_ONCE = 4;
const REFRESHED_A_RUN = 50;
/** Each finds pages whose budget is short, and looks past them the next time. */
const LOOKS_A_RUN = 10;

const total = z.object({ summary: z.object({ total_count: z.number() }) }).optional();
/** `shares` is absent when there are none. */
const Engagement = z.object({
  id: z.string(),
  likes: total,
  comments: total,
  shares: z.object({ count: z.number() }).optional(),
});
const FIELDS = 'id,likes.summary(true).limit(0),comments.summary(true).limit(0),shares';

interface Deps {
  readonly db: Knex;
  readonly posts: PostsRepository;
  readonly pages: PagesRepository;
  readonly graph: GraphClient;
  readonly budget: CallBudget;
  facebookApp(environment: Environment): FacebookApp | null;
}

/** What followers did with published posts. */
export function engagementService(deps: Deps) {
  const { db, posts, pages } = deps;
  const { fetch } = countedByFacebook(deps);
  const numbers = engagementRepository(db);

  /** A token that opens nothing any more is found out before a post needs it. */
  async function checkPage(facebookPageId: PageId | null, error: unknown): Promise<void> {
    if (facebookPageId !== null && error instanceof GraphError && error.kind === 'auth')
      await pages.checkSoon(facebookPageId);
  }

  return {
    /** Asks Facebook now. @throws AppError in words when there is nothing to ask about or no answer */
    async performance(owner: Owner, postId: PostId): Promise<Seen> {
      const post = await posts.find(owner, postId);
      if (post === null) throw new NotFoundError('This post no longer exists.');
      if (!networkFacts(post.target).hasReactions || post.remoteId === null || post.status !== 'published')
        throw new ConflictError('No Facebook post ID available');
      if (post.placement === 'story')
        throw new ConflictError('Facebook counts no likes, comments or shares of stories.');
      try {
        const seen = await fetch(owner.environment, post.facebookPageId, post.remoteId);
        if (seen === null)
          throw new ConflictError(
            "This post's page isn't connected, so we can't read its numbers. Reconnect the page.",
          );
        return { ...seen, fetchedAt: await numbers.store(post.id, seen) };
      } catch (error) {
        if (isGone(error)) await numbers.storeUnseen(post.id, true);
        await checkPage(post.facebookPageId, error);
        throw inWords(error);
      }
    },

    ...refreshingNumbers({ ...deps, numbers, fetch, checkPage }),
  };
}

interface Refreshing extends Pick<Deps, 'budget' | 'facebookApp'> {
  readonly numbers: ReturnType<typeof engagementRepository>;
  readonly fetch: ReturnType<typeof countedByFacebook>['fetch'];
  checkPage(facebookPageId: PageId, error: unknown): Promise<void>;
}

function refreshingNumbers({ budget, facebookApp, numbers, fetch, checkPage }: Refreshing) {
  async function renew(post: Counted): Promise<void> {
    try {
      const seen = await fetch(post.environment, post.facebookPageId, post.remoteId);
      if (seen !== null) await numbers.store(post.id, seen);
    } catch (error) {
      // Its last numbers stay, and its turn is over: a post that always fails must not keep out the others.
      await numbers.storeUnseen(post.id, isGone(error));
      await checkPage(post.facebookPageId, error);
      if (!(error instanceof GraphError || error instanceof GraphTransportError)) throw error;
    }
  }

  return {
    /**
     * Renews the numbers of posts seen longest ago for their age: the newest most often. A page whose budget is short
     * is left out, so that its posts do not stand before those of all others in every run.
     */
    async refresh(): Promise<void> {
      const short = new Set<PageId>();
      let asked = 0;
      for (let looks = 0; looks < LOOKS_A_RUN && asked < REFRESHED_A_RUN; looks += 1) {
        const known = short.size;
        await pMap(
          await numbers.leastFresh(REFRESHED_A_RUN - asked, [...short]),
          async (post) => {
            const app = facebookApp(post.environment);
            if (short.has(post.facebookPageId)) return;
            if (app === null || !budget.allowsBackgroundRead(post.pageId, app.appId)) short.add(post.facebookPageId);
            else {
              asked += 1;
              await renew(post);
            }
          },
          { concurrency: REFRESHED_AT_ONCE, stopOnError: false },
        );
        if (short.size === known) return;
      }
    },
  };
}

/** The numbers as Facebook has them now. */
function countedByFacebook({ pages, graph, facebookApp }: Deps) {
  async function fetch(
    environment: Environment,
    facebookPageId: PageId | null,
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

  return { fetch };
}
export type EngagementService = ReturnType<typeof engagementService>;

const isGone = (error: unknown) => error instanceof GraphError && error.isGone;

function inWords(error: unknown): unknown {
  const options = { cause: error };
  if (error instanceof GraphTransportError)
    return new UpstreamError("Facebook isn't responding right now. Try again in a minute.", {}, options);
  if (!(error instanceof GraphError)) return error;
  if (error.isGone) return new NotFoundError('This post is no longer on Facebook, or is hidden there.', {}, options);
  if (error.kind === 'rate-limited')
    return new TooManyRequestsError(
      'Facebook is limiting requests for this page for a while. Try again later.',
      (error.details.regainMinutes ?? 60) * 60,
      {},
      options,
    );
  if (error.kind === 'auth' || error.kind === 'permission')
    return new ConflictError(
      'Pagecast no longer has access to this page. Reconnect it to see its numbers.',
      {},
      options,
    );
  return new UpstreamError("Facebook couldn't tell us how this post is doing. Try again in a minute.", {}, options);
}
