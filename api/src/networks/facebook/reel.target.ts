import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { outcomeOf, type Outcome, type Target } from '../target.ts';
import { controlPage, toPage } from './page.ts';
import { checkpointFor } from './upload.ts';
import { searchVideos } from './video-search.ts';
import {
  checkNotRefused,
  isBeingWorkedOn,
  isFinished,
  isReelPublic,
  outcomeOnNew,
  PROCESSING_MS,
  publishedVideo,
  readVideo,
} from './video-state.ts';
import { reelUpload } from './reel-upload.ts';

const Succeeded = z.object({ success: z.literal(true) });

/**
 * A reel: its video has an id before a byte is sent, and one call on that id, which may be repeated, shows it. The same
 * in both modes.
 */
export function facebookReel(graph: GraphClient): Target {
  const { prepare } = reelUpload(graph);
  return {
    isCommitRepeatable: true,

    prepare(given, checkpoint, save) {
      const post = toPage(given);
      return prepare(post, checkpointFor(post, checkpoint), save);
    },

    async uploadAhead(given, checkpoint, save) {
      const post = toPage(given);
      return (await prepare(post, checkpointFor(post, checkpoint), save)) === 'lost' ? 'lost' : 'done';
    },

    async commit(given, { id }) {
      const { page, content } = toPage(given);
      if (id === null) throw new Error('Nothing was prepared');
      return outcomeOnNew(async () => {
        await graph.post({
          path: `${page.pageId}/video_reels`,
          params: { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', description: content },
          token: page.token,
          app: page.app,
          answer: Succeeded,
        });
        return { kind: 'processing', remoteId: id };
      });
    },

    async observe(given, { remoteId, sentAt }, sought) {
      if (remoteId === null) return this.search(given, sought);
      return outcomeOf<Outcome>(async () => {
        const state = await readVideo(graph, toPage(given), remoteId);
        if (isReelPublic(state)) return publishedVideo(state);
        checkNotRefused(state);
        return isFinished(state) && given.now().getTime() - sentAt.getTime() < PROCESSING_MS
          ? { kind: 'processing', remoteId }
          : { kind: 'absent' };
      });
    },

    search: (given, sought) =>
      searchVideos(graph, toPage(given), sought, {
        edge: 'video_reels',
        isPublic: isReelPublic,
        isOnItsWay: isBeingWorkedOn,
      }),
    control: (given, known) => controlPage(graph, toPage(given), known),
  };
}
