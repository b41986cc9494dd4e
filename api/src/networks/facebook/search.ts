import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type Sought } from '../target.ts';
import { textMark } from '../text-mark.ts';
import { permalinkOf } from './page.ts';

const Target = z.object({ id: z.string() }).optional();
const Attachment = z.object({
  target: Target,
  subattachments: z.object({ data: z.array(z.object({ target: Target })) }).optional(),
});
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
export const CLOCK_SKEW_MS = 120_000;
/** Longer than files go to Facebook ahead of their post: a video's time there is that of its upload. */
const AHEAD_MS = 12 * 3_600_000;

/**
 * Looks for a post of ours among what followers see of the page. Reels are not among them: Facebook lists those
 * elsewhere.
 */
export async function searchPublishedPosts(
  graph: GraphClient,
  { page }: OutgoingToPage,
  sought: Sought,
): Promise<Outcome> {
  return outcomeOf<Outcome>(async () => {
    const listed = await graph.list({
      path: `${page.pageId}/published_posts`,
      params: { fields: FIELDS, ...boundsOf(sought) },
      token: page.token,
      app: page.app,
      answer: Listed,
    });
    const oldest = await oldestOfOurs(listed, sought, (candidate) => {
      const held = heldBy(candidate);
      if ([candidate.id, ...held].some((id) => sought.ids.includes(id))) return 'known';
      // With files of ours known, other files make another post.
      const isSame =
        !(held.length > 0 && sought.ids.length > 0) && sought.textMarks.includes(textMark(candidate.message ?? ''));
      return isSame && (candidate.application === undefined || candidate.application.id === page.app.appId)
        ? 'alike'
        : 'other';
    });
    if (oldest === undefined) return { kind: 'absent' };
    const { found, ...how } = oldest;
    return {
      kind: 'published',
      remoteId: found.id,
      permalinkUrl: found.permalink_url ?? permalinkOf(found.id),
      ...how,
    };
  });
}

/** The time of a search as the parameters of a list. */
export function boundsOf({ since, until, ids }: Sought): { since: number; until?: number } {
  const from = since.getTime() - CLOCK_SKEW_MS - (ids.length > 0 ? AHEAD_MS : 0);
  return {
    since: Math.floor(from / 1000),
    ...(until === null ? {} : { until: Math.ceil((until.getTime() + CLOCK_SKEW_MS) / 1000) }),
  };
}

/** - `known`: by its id; - `alike`: by its words, which counts only within the time of the search. */
export type Likeness = 'known' | 'alike' | 'other';

/** What is known by its id, else the first made of those that are alike; and no other post of ours. */
export async function oldestOfOurs<Candidate extends { id: string; created_time: Date; post_id?: string | undefined }>(
  candidates: readonly Candidate[],
  { since, until, taken }: Sought,
  likenessOf: (candidate: Candidate) => Likeness,
): Promise<{ readonly found: Candidate; readonly byWords?: true } | undefined> {
  const [from, to] = [since.getTime() - CLOCK_SKEW_MS, until === null ? Infinity : until.getTime() + CLOCK_SKEW_MS];
  const judged = candidates.map((candidate) => ({ candidate, likeness: likenessOf(candidate) }));
  const known = judged.find(({ likeness }) => likeness === 'known');
  if (known !== undefined) return { found: known.candidate };

  const alike = judged
    .filter(
      ({ candidate, likeness }) =>
        likeness === 'alike' && candidate.created_time.getTime() >= from && candidate.created_time.getTime() <= to,
    )
    .map(({ candidate }) => candidate);
  const idsOf = ({ id, post_id: postId }: Candidate) => (postId === undefined ? [id] : [id, postId]);
  const others = alike.length === 0 ? new Set<string>() : await taken(alike.flatMap(idsOf));
  const [found] = alike
    .filter((candidate) => !idsOf(candidate).some((id) => others.has(id)))
    .sort((a, b) => a.created_time.getTime() - b.created_time.getTime());
  return found === undefined ? undefined : { found, byWords: true };
}

function heldBy({ attachments }: Listed): string[] {
  return (attachments?.data ?? [])
    .flatMap(({ target, subattachments }) => [target?.id, ...(subattachments?.data ?? []).map((sub) => sub.target?.id)])
    .filter((id) => id !== undefined);
}
