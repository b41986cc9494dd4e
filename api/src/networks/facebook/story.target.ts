import * as z from 'zod';
import { GraphError } from '../../facebook/graph-errors.ts';
import { GraphId } from '../../facebook/graph-id.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import type { Photos } from '../network.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type Target } from '../target.ts';
import { photoIdsIn } from './checkpoint.ts';
import { controlPage, permalinkOf, toPage } from './page.ts';
import { photoUpload } from './photo-upload.ts';
import { reelUpload } from './reel-upload.ts';
import { searchStories } from './story-search.ts';
import { checkpointFor } from './upload.ts';
import {
  checkNotRefused,
  isFinished,
  isReelPublic,
  outcomeOnNew,
  PROCESSING_MS,
  publishedVideo,
  readVideo,
} from './video-state.ts';

const Shown = z.object({ success: z.literal(true), post_id: GraphId });
const Taken = z.object({ success: z.literal(true) });

/**
 * A story is public from the moment it is there: nothing can be made unseen and flipped. Its file is brought there
 * unseen, the call that shows it is written down before it is made, and its page's list of stories is read before that
 * is ever repeated. The same in both modes.
 */
function storyTarget(graph: GraphClient): Pick<Target, 'isCommitRepeatable' | 'search' | 'control'> {
  return {
    isCommitRepeatable: false,
    search: (given, sought) => outcomeOf<Outcome>(() => searchStories(graph, toPage(given), sought, sought.since)),
    control: (given, known) => controlPage(graph, toPage(given), known),
  };
}

/** A photo for a day. */
export function facebookPhotoStory(graph: GraphClient, photos: Photos): Target {
  const { upload } = photoUpload(graph, photos);
  return {
    ...storyTarget(graph),

    async uploadAhead(given, checkpoint, save) {
      return (await upload(toPage(given), checkpoint, save)) === 'lost' ? 'lost' : 'done';
    },

    async prepare(given, checkpoint, save) {
      const uploaded = await upload(toPage(given), checkpoint, save);
      return uploaded === 'lost' ? 'lost' : needPrepared(photoIdsIn(uploaded)[0]);
    },

    async commit(given, { id }) {
      const { page } = toPage(given);
      return outcomeOnNew(async () => {
        const { post_id: storyId } = await graph.post({
          path: `${page.pageId}/photo_stories`,
          params: { photo_id: needPrepared(id) },
          token: page.token,
          app: page.app,
          answer: Shown,
        });
        return { kind: 'published', remoteId: storyId, permalinkUrl: permalinkOf(storyId) };
      });
    },

    observe: (given, { sentAt }, sought) =>
      outcomeOf<Outcome>(() => searchStories(graph, toPage(given), sought, sentAt)),
  };
}

/** A video for a day: Facebook shows it once it has worked on it. */
export function facebookVideoStory(graph: GraphClient): Target {
  const edge = 'video_stories';
  const { prepare } = reelUpload(graph, edge);

  /** What the video says of itself; null where Facebook does not know it, or does not show it to us. */
  async function stateOf(post: OutgoingToPage, videoId: string) {
    try {
      return await readVideo(graph, post, videoId);
    } catch (error) {
      if (error instanceof GraphError && error.isGone) return null;
      throw error;
    }
  }

  return {
    ...storyTarget(graph),

    prepare: (given, checkpoint, save) => prepare(toPage(given), checkpointOf(given, checkpoint), save),

    async uploadAhead(given, checkpoint, save) {
      return (await prepare(toPage(given), checkpointOf(given, checkpoint), save)) === 'lost' ? 'lost' : 'done';
    },

    async commit(given, { id }) {
      const { page } = toPage(given);
      const videoId = needPrepared(id);
      return outcomeOnNew(async () => {
        await graph.post({
          path: `${page.pageId}/${edge}`,
          params: { upload_phase: 'finish', video_id: videoId },
          token: page.token,
          app: page.app,
          answer: Taken,
        });
        return { kind: 'processing', remoteId: videoId };
      });
    },

    async observe(given, { remoteId, sentAt }, sought) {
      const post = toPage(given);
      return outcomeOf<Outcome>(async () => {
        const state = remoteId === null ? null : await stateOf(post, remoteId);
        if (state !== null && isReelPublic(state)) return publishedVideo(state);
        const listed = await searchStories(graph, post, sought, sentAt);
        if (listed.kind === 'published' || state === null) return listed;
        checkNotRefused(state);
        return isFinished(state) && post.now().getTime() - sentAt.getTime() < PROCESSING_MS
          ? { kind: 'processing', remoteId: state.id }
          : listed;
      });
    },
  };

  /** An upload of another kind is of no use here: an older release may have begun one ahead of time. */
  function checkpointOf(given: Parameters<Target['prepare']>[0], checkpoint: Parameters<Target['prepare']>[1]) {
    const post = toPage(given);
    return checkpointFor(post, checkpoint['edge'] === edge ? checkpoint : {});
  }
}

function needPrepared(id: string | null | undefined): string {
  if (id === null || id === undefined) throw new Error('Nothing was prepared');
  return id;
}
