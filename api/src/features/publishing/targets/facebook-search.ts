import * as z from 'zod';
import type { GraphClient } from '../../../facebook/graph-client.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type SearchWindow } from '../target.ts';
import { permalinkOf } from './facebook-page.ts';

const Target = z.object({ id: z.string() }).optional();
const Attachment = z.object({ target: Target, subattachments: z.object({ data: z.array(z.object({ target: Target })) }).optional() });
const Listed = z.object({
  id: z.string(),
  message: z.string().optional(),
  created_time: z.coerce.date(),
  permalink_url: z.string().optional(),
  application: z.object({ id: z.string() }).optional(),
  attachments: z.object({ data: z.array(Attachment) }).optional(),
});
type Listed = z.infer<typeof Listed>;

const FIELDS = 'id,message,created_time,permalink_url,application,attachments{target{id},subattachments{target{id}}}';

/** Clocks of ours and of Facebook's may differ by this much. */
const CLOCK_SKEW_MS = 120_000;

/**
 * Looks for a post of ours with the same words among what followers see of the page. Reels are not among them: Facebook lists those elsewhere.
 * @param photoIds the photos it must hold, where they are known
 */
export async function searchPublishedPosts(graph: GraphClient, { page, content }: OutgoingToPage, window: SearchWindow, photoIds: readonly string[] = []): Promise<Outcome> {
  return outcomeOf<Outcome>(async () => {
    const listed = await graph.list({
      path: `${page.pageId}/published_posts`, params: { fields: FIELDS, ...boundsOf(window) }, token: page.token, app: page.app, answer: Listed,
    });
    const oldest = await oldestOfOurs(listed, window, (candidate) => (candidate.application === undefined || candidate.application.id === page.app.appId)
      && (holdsOneOf(candidate, photoIds) ?? isSameText(candidate.message, content)));
    return oldest === undefined
      ? { kind: 'absent' }
      : { kind: 'published', remoteId: oldest.id, permalinkUrl: oldest.permalink_url ?? permalinkOf(oldest.id) };
  });
}

/** The time of a search as the parameters of a list. */
export function boundsOf({ since, until }: SearchWindow): { since: number; until: number } {
  return { since: Math.floor((since.getTime() - CLOCK_SKEW_MS) / 1000), until: Math.ceil((until.getTime() + CLOCK_SKEW_MS) / 1000) };
}

/** The first made of those that are alike, within the time of the search, and no other post of ours. */
export async function oldestOfOurs<Candidate extends { id: string; created_time: Date; post_id?: string | undefined }>(
  candidates: readonly Candidate[], { since, until, taken }: SearchWindow, isAlike: (candidate: Candidate) => boolean,
): Promise<Candidate | undefined> {
  const [from, to] = [since.getTime() - CLOCK_SKEW_MS, until.getTime() + CLOCK_SKEW_MS];
  const alike = candidates.filter((candidate) => candidate.created_time.getTime() >= from && candidate.created_time.getTime() <= to && isAlike(candidate));
  const idsOf = ({ id, post_id: postId }: Candidate) => (postId === undefined ? [id] : [id, postId]);
  const others = alike.length === 0 ? new Set<string>() : await taken(alike.flatMap(idsOf));
  return alike.filter((candidate) => !idsOf(candidate).some((id) => others.has(id)))
    .sort((a, b) => a.created_time.getTime() - b.created_time.getTime())[0];
}

/** Facebook may fold white space and compose letters on the way. */
export function isSameText(theirs: string | undefined, ours: string): boolean {
  return normalised(theirs ?? '') === normalised(ours);
}

function normalised(message: string): string {
  return message.normalize('NFC').replace(/\r\n?/g, '\n').replace(/[^\S\n]+/g, ' ').trim();
}

/** @returns undefined when it cannot be told: then the words decide */
function holdsOneOf({ attachments }: Listed, photoIds: readonly string[]): boolean | undefined {
  const held = (attachments?.data ?? []).flatMap(({ target, subattachments }) => [target?.id, ...(subattachments?.data ?? []).map((sub) => sub.target?.id)])
    .filter((id) => id !== undefined);
  return photoIds.length === 0 || held.length === 0 ? undefined : held.some((id) => photoIds.includes(id));
}
