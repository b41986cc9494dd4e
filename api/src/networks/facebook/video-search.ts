import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type Sought } from '../target.ts';
import { textMark } from '../text-mark.ts';
import { boundsOf, oldestOfOurs } from './search.ts';
import { publishedVideo, VIDEO_STATE_FIELDS, VideoState } from './video-state.ts';

const Listed = VideoState.extend({ description: z.string().optional(), created_time: z.coerce.date() });

interface Place {
  /** Reels have a list of their own. */
  readonly edge: 'videos' | 'video_reels';
  isPublic(state: VideoState): boolean;
  /** Not public yet, and bound to become so without us. */
  isOnItsWay(state: VideoState): boolean;
}

/** Looks for a video of ours, by its id or with the same words, among those of the page. */
export async function searchVideos(
  graph: GraphClient,
  { page }: OutgoingToPage,
  sought: Sought,
  { edge, isPublic, isOnItsWay }: Place,
): Promise<Outcome> {
  return outcomeOf<Outcome>(async () => {
    const listed = await graph.list({
      path: `${page.pageId}/${edge}`,
      params: { fields: `${VIDEO_STATE_FIELDS},description,created_time`, ...boundsOf(sought) },
      token: page.token,
      app: page.app,
      answer: Listed,
    });
    const oldest = await oldestOfOurs(listed, sought, (video) => {
      if (!isPublic(video) && !isOnItsWay(video)) return 'other';
      if (sought.ids.includes(video.id) || (video.post_id !== undefined && sought.ids.includes(video.post_id)))
        return 'known';
      return sought.textMarks.includes(textMark(video.description ?? '')) ? 'alike' : 'other';
    });
    if (oldest === undefined) return { kind: 'absent' };
    const { found, ...how } = oldest;
    return { ...(isPublic(found) ? publishedVideo(found) : { kind: 'processing', remoteId: found.id }), ...how };
  });
}
