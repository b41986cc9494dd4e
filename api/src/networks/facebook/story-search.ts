import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphId } from '../../facebook/graph-id.ts';
import type { Failure } from '../failure.ts';
import type { Outcome, OutgoingToPage, Sought } from '../target.ts';
import { STORY_HOURS } from '../../contract/stories.ts';
import { permalinkOf } from './page.ts';
import { CLOCK_SKEW_MS } from './search.ts';

/** Seconds since 1970, also in a string, or the instant in words. */
const Moment = z
  .union([z.coerce.number().positive(), z.iso.datetime({ offset: true })])
  .transform((value) => (typeof value === 'number' ? value * 1000 : Date.parse(value)));
const Listed = z.object({
  post_id: GraphId,
  media_id: GraphId.optional().catch(undefined),
  media_type: z.string().optional().catch(undefined),
  creation_time: Moment.optional().catch(undefined),
  url: z.url().optional().catch(undefined),
});
type Listed = z.infer<typeof Listed>;

/** Facebook lists a story for as long as it lives; near the end of that, not to find one proves nothing. */
const LISTED_MS = STORY_HOURS * 3_600_000 - 10 * 60_000;

/** Nobody can tell any more: whoever was to see the story has seen it, or not. */
export class StoriesOverError extends Error implements Failure {
  override readonly name = 'StoriesOverError';
  readonly kind = 'bad';
  readonly record = { message: 'Stories of that time are no longer listed' };
}

/** It may be one of ours, and no id of ours says so. */
class StrangeStoryError extends Error implements Failure {
  override readonly name = 'StrangeStoryError';
  readonly kind = 'bad';
  readonly record = { message: 'The page has a story of that time that may be this one' };
}

/**
 * Looks for a story of ours among those that the page shows. A story has no words: it is known by its file, which is
 * brought there for it alone.
 * @param since from when on it may have come there
 * @throws Failure
 */
export async function searchStories(
  graph: GraphClient,
  { page, now, media }: OutgoingToPage,
  sought: Pick<Sought, 'ids' | 'until' | 'taken'>,
  since: Date,
): Promise<Outcome & { kind: 'published' | 'absent' | 'unclear' }> {
  const listed = await graph.list({ path: `${page.pageId}/stories`, token: page.token, app: page.app, answer: Listed });
  const found = listed.find((story) => idsOf(story).some((id) => sought.ids.includes(id)));
  if (found !== undefined)
    return { kind: 'published', remoteId: found.post_id, permalinkUrl: found.url ?? permalinkOf(found.post_id) };

  // Of a call that the database has forgotten no id is known: any story of that time may be it.
  const isVideo = media[0]?.mimeType.startsWith('video/') === true;
  const alike =
    sought.ids.length > 0
      ? []
      : listed.filter((story) => isOfTime(story, since, sought.until) && isOfType(story, isVideo));
  const others = alike.length === 0 ? new Set<string>() : await sought.taken(alike.flatMap(idsOf));
  if (alike.some((story) => !idsOf(story).some((id) => others.has(id))))
    return { kind: 'unclear', error: new StrangeStoryError() };

  return now().getTime() - since.getTime() > LISTED_MS
    ? { kind: 'unclear', error: new StoriesOverError() }
    : { kind: 'absent' };
}

const idsOf = ({ post_id: postId, media_id: mediaId }: Listed) => [postId, ...(mediaId === undefined ? [] : [mediaId])];

function isOfTime({ creation_time: at }: Listed, since: Date, until: Date | null): boolean {
  if (at === undefined) return true;
  return at >= since.getTime() - CLOCK_SKEW_MS && (until === null || at <= until.getTime() + CLOCK_SKEW_MS);
}

function isOfType({ media_type: type }: Listed, isVideo: boolean): boolean {
  return type === undefined || (type.toLowerCase() === 'video') === isVideo;
}
