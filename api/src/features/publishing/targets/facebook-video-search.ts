import * as z from 'zod';
import type { GraphClient } from '../../../facebook/graph-client.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type SearchWindow } from '../target.ts';
import { boundsOf, isSameText, oldestOfOurs } from './facebook-search.ts';
import { publishedVideo, VIDEO_STATE_FIELDS, VideoState } from './facebook-video-state.ts';

const Listed = VideoState.extend({ description: z.string().optional(), created_time: z.coerce.date() });

interface Place {
  /** Reels have a list of their own. */
  readonly edge: 'videos' | 'video_reels';
  isPublic(state: VideoState): boolean;
  /** Not public yet, and bound to become so without us. */
  isOnItsWay(state: VideoState): boolean;
}

/** Looks for a video of ours with the same words among those of the page. */
export async function searchVideos(graph: GraphClient, { page, content }: OutgoingToPage, window: SearchWindow, { edge, isPublic, isOnItsWay }: Place): Promise<Outcome> {
  return outcomeOf<Outcome>(async () => {
    const listed = await graph.list({
      path: `${page.pageId}/${edge}`, params: { fields: `${VIDEO_STATE_FIELDS},description,created_time`, ...boundsOf(window) },
      token: page.token, app: page.app, answer: Listed,
    });
    const found = await oldestOfOurs(listed, window, (video) => isSameText(video.description, content) && (isPublic(video) || isOnItsWay(video)));
    if (found === undefined) return { kind: 'absent' };
    return isPublic(found) ? publishedVideo(found) : { kind: 'processing', remoteId: found.id };
  });
}
