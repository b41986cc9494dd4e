import * as z from 'zod';
import type { Config } from '../../config/config.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, isGraphFailure, MediaRefusedError } from '../../facebook/graph-errors.ts';
import { isOffsetConflict } from '../../facebook/rupload.ts';
import {
  outcomeOf,
  type Checkpoint,
  type Outcome,
  type OutgoingToPage,
  type SaveCheckpoint,
  type Target,
} from '../target.ts';
import { controlPage, toPage } from './page.ts';
import { searchVideos } from './video-search.ts';
import {
  checkNotRefused,
  isBeingWorkedOn,
  isFinished,
  isVideoPublic,
  outcomeOnNew,
  PROCESSING_MS,
  publishedVideo,
  readVideo,
  uploadedBytes,
} from './video-state.ts';
import { isSessionOver, missingParts, uploadVideo } from './video-upload.ts';

const Succeeded = z.object({ success: z.literal(true) });

/** The poll right after the flip is a courtesy: it must not use up the lease. */
const POLL_TIMEOUT_MS = 5000;

/**
 * A video of the feed. Its id is known before a byte is sent, so what became of it is always read, never guessed.
 * In two steps the upload ends unseen and a flip shows it; in direct mode the end of the upload is the visible call.
 */
export function facebookVideo(graph: GraphClient, mode: Config['FB_PUBLISH_MODE']): Target {
  const finish = ({ page, content }: OutgoingToPage, sessionId: string, isPublic: boolean) =>
    graph.postVideo({
      path: `${page.pageId}/videos`,
      params: { upload_phase: 'finish', upload_session_id: sessionId, description: content, published: isPublic },
      token: page.token,
      app: page.app,
      answer: Succeeded,
    });

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

  if (mode === 'direct') {
    return {
      ...common,

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

  /** The video whole at Facebook, where nobody sees it. */
  async function makeUnseen(
    post: OutgoingToPage,
    checkpoint: Checkpoint,
    save: SaveCheckpoint,
  ): Promise<string | 'lost'> {
    const uploaded = await uploadVideo(graph, post, checkpoint, save);
    if (uploaded === 'lost') return 'lost';
    if (uploaded.isEndAskedFor && (await isUploadEnded(post, uploaded.videoId))) return uploaded.videoId;
    if (!(await save({ ...uploaded.checkpoint, isEndAskedFor: true }))) return 'lost';
    try {
      await finish(post, uploaded.sessionId, false);
    } catch (error) {
      if (isOffsetConflict(error)) return makeUnseen(post, await missingParts(graph, post, uploaded, error), save);
      if (!isSessionOver(error) || !uploaded.isTakenUp) throw error;
      // An upload that lay too long is forgotten by Facebook.
      return makeUnseen(post, {}, save);
    }
    return uploaded.videoId;
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

  async function isUploadEnded(post: OutgoingToPage, videoId: string): Promise<boolean> {
    try {
      const state = await readVideo(graph, post, videoId);
      checkNotRefused(state);
      return isFinished(state) && uploadedBytes(state) === 'all';
    } catch (error) {
      if (error instanceof GraphError && error.isGone) return false;
      throw error;
    }
  }
}
