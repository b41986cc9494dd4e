import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type Sent } from '../target.ts';
import { permalinkOf } from './page.ts';

const Succeeded = z.object({ success: z.literal(true) });
const State = z.object({ id: z.string(), is_published: z.boolean(), permalink_url: z.string().optional() });

/** Makes an unpublished post of the feed public. Repeating it changes nothing. */
export async function showPost(graph: GraphClient, { page }: OutgoingToPage, id: string | null): Promise<Sent> {
  if (id === null) throw new Error('Nothing was prepared');
  return outcomeOf(async () => {
    await graph.post({ path: id, params: { is_published: true }, token: page.token, app: page.app, answer: Succeeded });
    return { kind: 'published', remoteId: id, permalinkUrl: permalinkOf(id) };
  });
}

/** Reads whether a post of the feed is public. */
export async function seePost(graph: GraphClient, { page }: OutgoingToPage, id: string): Promise<Outcome> {
  return outcomeOf<Outcome>(async () => {
    const state = await graph.get({
      path: id,
      params: { fields: 'id,is_published,permalink_url' },
      token: page.token,
      app: page.app,
      answer: State,
    });
    return state.is_published
      ? { kind: 'published', remoteId: id, permalinkUrl: state.permalink_url ?? permalinkOf(id) }
      : { kind: 'absent' };
  });
}
