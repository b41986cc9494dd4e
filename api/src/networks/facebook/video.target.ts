import type { Config } from '../../config/config.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { isGraphFailure, MediaRefusedError } from '../../facebook/graph-errors.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type Target } from '../target.ts';
import { controlPage, toPage } from './page.ts';
import { searchVideos } from './video-search.ts';
import {
  checkNotRefused,
  isBeingWorkedOn,
  isVideoPublic,
  outcomeOnNew,
  PROCESSING_MS,
  publishedVideo,
  readVideo,
} from './video-state.ts';
import { uploadVideo } from './video-upload.ts';
import { unseenVideo, Succeeded } from './unseen-video.ts';

/** The poll right after the flip is a courtesy: it must not use up the lease. */
const POLL_TIMEOUT_MS = 5000;

/**
 * A video of the feed. Its id is known before a byte is sent, so what became of it is always read, never guessed.
 * In two steps the upload ends unseen and a flip shows it; in direct mode the end of the upload is the visible call.
 */
export function facebookVideo(graph: GraphClient, mode: Config['FB_PUBLISH_MODE']): Target {
  const { finish, makeUnseen } = unseenVideo(graph);
  const { seen, accepted, reasonIn } = seeingVideos(graph);
  const search: Target['search'] = (given, sought) =>
    searchVideos(graph, toPage(given), sought, { edge: 'videos', isPublic: isVideoPublic, isOnItsWay: () => false });

  const common = {
    isCommitRepeatable: true,

    async observe(given, { remoteId, sentAt }, sought) {
      if (remoteId === null) return search(given, sought);
      return outcomeOf<Outcome>(async () => {
        const outcome = await seen(toPage(given), remoteId);
        return outcome.kind === 'processing' && given.now().getTime() - sentAt.getTime() > PROCESSING_MS
          ? { kind: 'absent' }
          : outcome;
      });
    },

    search,
    control: (given, known) => controlPage(graph, toPage(given), known),
  } satisfies Partial<Target>;

  if (mode === 'direct') return { ...common, ...shownByUpload(graph, finish) };

  return {
    ...common,

    prepare: (given, checkpoint, save) => makeUnseen(toPage(given), checkpoint, save),

    // The upload is ended too, so that Facebook has done its work by then, and the flip is all that is left.
    async uploadAhead(given, checkpoint, save) {
      return (await makeUnseen(toPage(given), checkpoint, save)) === 'lost' ? 'lost' : 'done';
    },

    async commit(given, { id }) {
      const post = toPage(given);
      const { page } = post;
      if (id === null) throw new Error('Nothing was prepared');
      const outcome = await outcomeOnNew(async () => {
        // The text may have changed since the upload ended.
        await graph.post({
          path: id,
          params: { published: true, description: post.content },
          token: page.token,
          app: page.app,
          answer: Succeeded,
        });
        return accepted(post, id);
      });
      return outcome.kind === 'refused'
        ? { kind: 'refused', error: (await reasonIn(post, id)) ?? outcome.error }
        : outcome;
    },
  };
}

/** In direct mode the end of the upload is the visible call. */
function shownByUpload(
  graph: GraphClient,
  finish: ReturnType<typeof unseenVideo>['finish'],
): Pick<Target, 'uploadAhead' | 'prepare' | 'commit'> {
  return {
    async uploadAhead(given, checkpoint, save) {
      return (await uploadVideo(graph, toPage(given), checkpoint, save)) === 'lost' ? 'lost' : 'done';
    },

    async prepare(given, checkpoint, save) {
      const uploaded = await uploadVideo(graph, toPage(given), checkpoint, save);
      return uploaded === 'lost' ? 'lost' : uploaded.videoId;
    },

    async commit(given, { id, checkpoint }) {
      const [post, sessionId] = [toPage(given), checkpoint['sessionId']];
      if (id === null || typeof sessionId !== 'string') throw new Error('Nothing was prepared');
      return outcomeOnNew(async () => {
        await finish(post, sessionId, true);
        return { kind: 'processing', remoteId: id };
      });
    },
  };
}

/** What Facebook shows of a video. */
function seeingVideos(graph: GraphClient) {
  async function seen(post: OutgoingToPage, videoId: string, timeoutMs?: number): Promise<Outcome> {
    const state = await readVideo(graph, post, videoId, timeoutMs);
    if (isVideoPublic(state)) return publishedVideo(state);
    checkNotRefused(state);
    return isBeingWorkedOn(state) ? { kind: 'processing', remoteId: videoId } : { kind: 'absent' };
  }

  /** What Facebook took is public or will be: a poll that fails, or comes too early, changes nothing about that. */
  async function accepted(
    post: OutgoingToPage,
    videoId: string,
  ): Promise<Outcome & { kind: 'published' | 'processing' }> {
    const processing = { kind: 'processing', remoteId: videoId } as const;
    const outcome = await seen(post, videoId, POLL_TIMEOUT_MS).catch((error: unknown) => {
      if (!isGraphFailure(error)) throw error;
      return processing;
    });
    return outcome.kind === 'published' ? outcome : processing;
  }

  /** Why Facebook cannot use the file: it says more in the video's state than in its answer to a flip. */
  async function reasonIn(post: OutgoingToPage, videoId: string): Promise<MediaRefusedError | null> {
    try {
      await seen(post, videoId, POLL_TIMEOUT_MS);
      return null;
    } catch (error) {
      if (!isGraphFailure(error)) throw error;
      return error instanceof MediaRefusedError ? error : null;
    }
  }

  return { seen, accepted, reasonIn };
}
