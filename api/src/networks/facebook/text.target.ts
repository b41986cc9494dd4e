import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphId } from '../../facebook/graph-id.ts';
import { outcomeOf, type Target } from '../target.ts';
import { controlPage, permalinkOf, toPage } from './page.ts';
import { seePost, showPost } from './post.ts';
import { searchPublishedPosts } from './search.ts';

const Created = z.object({ id: GraphId });

/**
 * Text through two steps: an unpublished post whose id we hold, then the flip that shows it and can be read back and
 * repeated.
 */
export function facebookTextTwoStep(graph: GraphClient): Target {
  return {
    isCommitRepeatable: true,

    async prepare(given) {
      const { page, content } = toPage(given);
      const { id } = await graph.post({
        path: `${page.pageId}/feed`,
        params: { message: content, published: false },
        token: page.token,
        app: page.app,
        answer: Created,
      });
      return id;
    },

    commit: (given, { id }) => showPost(graph, toPage(given), id),
    observe: (given, { remoteId }, sought) =>
      remoteId === null ? searchPublishedPosts(graph, toPage(given), sought) : seePost(graph, toPage(given), remoteId),
    search: (given, sought) => searchPublishedPosts(graph, toPage(given), sought),
    control: (given, known) => controlPage(graph, toPage(given), known),
  };
}

/** Text in one visible call. A lost answer is looked for among the page's posts. */
export function facebookTextDirect(graph: GraphClient): Target {
  return {
    isCommitRepeatable: false,
    prepare: async () => null,

    async commit(given) {
      const { page, content } = toPage(given);
      return outcomeOf(async () => {
        const { id } = await graph.post({
          path: `${page.pageId}/feed`,
          params: { message: content },
          token: page.token,
          app: page.app,
          answer: Created,
        });
        return { kind: 'published', remoteId: id, permalinkUrl: permalinkOf(id) };
      });
    },

    observe: (given, _sent, sought) => searchPublishedPosts(graph, toPage(given), sought),
    search: (given, sought) => searchPublishedPosts(graph, toPage(given), sought),
    control: (given, known) => controlPage(graph, toPage(given), known),
  };
}
