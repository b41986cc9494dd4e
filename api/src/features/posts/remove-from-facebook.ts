import * as z from 'zod';
import type { Environment } from '../../contract/common.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { ConflictError, UpstreamError } from '../../http/errors.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Post } from './post.ts';

interface Deps {
  readonly pages: Pick<Pages, 'repository'>;
  readonly graph: GraphClient;
  facebookApp(environment: Environment): FacebookApp | null;
}

/**
 * Takes a published post off Facebook; one that is gone there already counts as taken off.
 * @throws ConflictError when its page is not connected; UpstreamError when Facebook did not do it
 */
export function removingFromFacebook({ pages, graph, facebookApp }: Deps) {
  return async function removeFromFacebook(post: Post): Promise<void> {
    const [app, page] = [
      facebookApp(post.environment),
      post.facebookPageId === null ? null : await pages.repository.forPublishing(post.facebookPageId),
    ];
    if (post.remoteId === null || app === null || page === null || page.token === null) {
      throw new ConflictError(
        "We can't delete this post on Facebook because its page isn't connected. Delete it on Facebook yourself.",
      );
    }
    try {
      await graph.delete({
        path: post.remoteId,
        token: page.token,
        app,
        answer: z.object({ success: z.literal(true) }),
      });
    } catch (error) {
      // Somebody was faster: gone is what was asked for.
      if (error instanceof GraphError && error.isGone) return;
      if (error instanceof GraphError || error instanceof GraphTransportError) {
        throw new UpstreamError(
          "Facebook didn't delete the post. It's still there and in your history. Please try again.",
          {},
          { cause: error },
        );
      }
      throw error;
    }
  };
}
