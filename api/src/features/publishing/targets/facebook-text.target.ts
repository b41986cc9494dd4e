import * as z from 'zod';
import type { GraphClient } from '../../../facebook/graph-client.ts';
import { outcomeOf, type Target } from '../target.ts';
import { permalinkOf, toPage } from './facebook-page.ts';
import { searchPublishedPosts } from './facebook-search.ts';

const Created = z.object({ id: z.string() });
const Succeeded = z.object({ success: z.literal(true) });
const State = z.object({ id: z.string(), is_published: z.boolean(), permalink_url: z.string().optional() });

/** Text through two steps: an unpublished post whose id we hold, then the flip that shows it and can be read back and repeated. */
export function facebookTextTwoStep(graph: GraphClient): Target {
  return {
    isCommitRepeatable: true,

    async prepare(given) {
      const { page, content } = toPage(given);
      const { id } = await graph.post({
        path: `${page.pageId}/feed`, params: { message: content, published: false }, token: page.token, app: page.app, answer: Created,
      });
      return id;
    },

    async commit(given, { id }) {
      const { page } = toPage(given);
      if (id === null) throw new Error('Nothing was prepared');
      return outcomeOf(async () => {
        await graph.post({ path: id, params: { is_published: true }, token: page.token, app: page.app, answer: Succeeded });
        return { kind: 'published', remoteId: id, permalinkUrl: permalinkOf(id) };
      });
    },

    async observe(given, { remoteId }) {
      const { page } = toPage(given);
      if (remoteId === null) return { kind: 'absent' };
      return outcomeOf(async () => {
        const state = await graph.get({ path: remoteId, params: { fields: 'id,is_published,permalink_url' }, token: page.token, app: page.app, answer: State });
        return state.is_published
          ? { kind: 'published', remoteId, permalinkUrl: state.permalink_url ?? permalinkOf(remoteId) }
          : { kind: 'absent' };
      });
    },

    search: (given, window) => searchPublishedPosts(graph, toPage(given), window),
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
        const { id } = await graph.post({ path: `${page.pageId}/feed`, params: { message: content }, token: page.token, app: page.app, answer: Created });
        return { kind: 'published', remoteId: id, permalinkUrl: permalinkOf(id) };
      });
    },

    observe: (given, { sentAt }, taken) => searchPublishedPosts(graph, toPage(given), { since: sentAt, until: new Date(), taken }),
    search: (given, window) => searchPublishedPosts(graph, toPage(given), window),
  };
}
