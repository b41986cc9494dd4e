import * as z from 'zod';
import type { GraphClient } from '../../../facebook/graph-client.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type SearchWindow } from '../target.ts';
import { permalinkOf } from './facebook-page.ts';

const Listed = z.object({
  id: z.string(),
  message: z.string().optional(),
  created_time: z.coerce.date(),
  permalink_url: z.string().optional(),
  application: z.object({ id: z.string() }).optional(),
});

/** Clocks of ours and of Facebook's may differ by this much. */
const CLOCK_SKEW_MS = 120_000;

/** Looks for a post of ours with the same words among what followers see of the page. Reels are not among them: Facebook lists those elsewhere. */
export async function searchPublishedPosts(graph: GraphClient, { page, content }: OutgoingToPage, { since, until, taken }: SearchWindow): Promise<Outcome> {
  return outcomeOf<Outcome>(async () => {
    const [from, to] = [since.getTime() - CLOCK_SKEW_MS, until.getTime() + CLOCK_SKEW_MS];
    const listed = await graph.list({
      path: `${page.pageId}/published_posts`,
      params: { fields: 'id,message,created_time,permalink_url,application', since: Math.floor(from / 1000), until: Math.ceil(to / 1000) },
      token: page.token, app: page.app, answer: Listed,
    });
    const alike = listed.filter((candidate) => (candidate.application === undefined || candidate.application.id === page.app.appId)
      && candidate.created_time.getTime() >= from && candidate.created_time.getTime() <= to
      && normalised(candidate.message ?? '') === normalised(content));
    const others = await taken(alike.map((candidate) => candidate.id));
    const [oldest] = alike.filter((candidate) => !others.has(candidate.id)).sort((a, b) => a.created_time.getTime() - b.created_time.getTime());
    return oldest === undefined
      ? { kind: 'absent' }
      : { kind: 'published', remoteId: oldest.id, permalinkUrl: oldest.permalink_url ?? permalinkOf(oldest.id) };
  });
}

/** Facebook may fold white space and compose letters on the way. */
export function normalised(message: string): string {
  return message.normalize('NFC').replace(/\r\n?/g, '\n').replace(/[^\S\n]+/g, ' ').trim();
}
