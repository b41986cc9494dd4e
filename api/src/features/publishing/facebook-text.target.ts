import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { isUnclear, type Outcome, type Outgoing, type Sent, type Target } from './target.ts';

const Created = z.object({ id: z.string(), permalink_url: z.string().optional() });
const Succeeded = z.object({ success: z.literal(true) });
const State = z.object({ id: z.string(), is_published: z.boolean(), permalink_url: z.string().optional() });
const Listed = z.object({
  id: z.string(),
  message: z.string().optional(),
  created_time: z.coerce.date(),
  permalink_url: z.string().optional(),
  application: z.object({ id: z.string() }).optional(),
});

/** Clocks of ours and of Facebook's may differ by this much. */
const CLOCK_SKEW_MS = 120_000;

/** Text through two steps: an unpublished post whose id we hold, then the flip that shows it and can be read back and repeated. */
export function facebookTextTwoStep(graph: GraphClient): Target {
  return {
    isCommitRepeatable: true,

    async prepare(post) {
      const { id } = await graph.post({
        path: `${post.pageId}/feed`, params: { message: post.content, published: false }, token: post.pageToken, app: post.app, answer: Created,
      });
      return id;
    },

    async commit(post, preparedId) {
      if (preparedId === null) throw new Error('Nothing was prepared');
      return outcomeOf(async () => {
        await graph.post({ path: preparedId, params: { is_published: true }, token: post.pageToken, app: post.app, answer: Succeeded });
        return { kind: 'published', remoteId: preparedId, permalinkUrl: permalinkOf(preparedId) };
      });
    },

    async observe(post, { remoteId }) {
      if (remoteId === null) return { kind: 'absent' };
      return outcomeOf(async () => {
        const state = await graph.get({ path: remoteId, params: { fields: 'id,is_published,permalink_url' }, token: post.pageToken, app: post.app, answer: State });
        return state.is_published
          ? { kind: 'published', remoteId, permalinkUrl: state.permalink_url ?? permalinkOf(remoteId) }
          : { kind: 'absent' };
      });
    },
  };
}

/** Text in one visible call. A lost answer is looked for among the page's posts. */
export function facebookTextDirect(graph: GraphClient): Target {
  return {
    isCommitRepeatable: false,
    prepare: async () => null,

    async commit(post) {
      return outcomeOf(async () => {
        const { id } = await graph.post({ path: `${post.pageId}/feed`, params: { message: post.content }, token: post.pageToken, app: post.app, answer: Created });
        return { kind: 'published', remoteId: id, permalinkUrl: permalinkOf(id) };
      });
    },

    async observe(post, { sentAt }) {
      return outcomeOf(async () => {
        const since = Math.floor((sentAt.getTime() - CLOCK_SKEW_MS) / 1000);
        const listed = await graph.list({
          path: `${post.pageId}/published_posts`, params: { fields: 'id,message,created_time,permalink_url,application', since },
          token: post.pageToken, app: post.app, answer: Listed,
        });
        const ours = listed.filter((candidate) => isOurs(candidate, post, sentAt)).sort((a, b) => a.created_time.getTime() - b.created_time.getTime());
        const [oldest] = ours;
        return oldest === undefined
          ? { kind: 'absent' }
          : { kind: 'published', remoteId: oldest.id, permalinkUrl: oldest.permalink_url ?? permalinkOf(oldest.id) };
      });
    },
  };
}

function isOurs(candidate: z.infer<typeof Listed>, post: Outgoing, sentAt: Date): boolean {
  return (candidate.application === undefined || candidate.application.id === post.app.appId)
    && candidate.created_time.getTime() >= sentAt.getTime() - CLOCK_SKEW_MS
    && normalised(candidate.message ?? '') === normalised(post.content);
}

/** Facebook may fold white space and compose letters on the way. */
export function normalised(message: string): string {
  return message.normalize('NFC').replace(/\r\n?/g, '\n').replace(/[^\S\n]+/g, ' ').trim();
}

function permalinkOf(postId: string): string {
  return `https://www.facebook.com/${postId}`;
}

/** A clear no is a refusal; a broken line, a server error or a code nobody knows leaves the outcome open. */
async function outcomeOf<Known extends Outcome>(call: () => Promise<Known>): Promise<Known | Exclude<Sent, { kind: 'published' }>> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GraphTransportError) return { kind: 'unclear', error };
    if (!(error instanceof GraphError)) throw error;
    return { kind: isUnclear(error) ? 'unclear' : 'refused', error };
  }
}
