import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphError } from '../../facebook/graph-errors.ts';
import { isOffsetConflict } from '../../facebook/rupload.ts';
import type { Checkpoint, OutgoingToPage, SaveCheckpoint } from '../target.ts';
import { checkNotRefused, isFinished, readVideo, uploadedBytes } from './video-state.ts';
import { isSessionOver, missingParts, uploadVideo } from './video-upload.ts';

/** A video whose upload is ended, and that nobody sees. */
export function unseenVideo(graph: GraphClient) {
  const finish = ({ page, content }: OutgoingToPage, sessionId: string, isPublic: boolean) =>
    graph.postVideo({
      path: `${page.pageId}/videos`,
      params: { upload_phase: 'finish', upload_session_id: sessionId, description: content, published: isPublic },
      token: page.token,
      app: page.app,
      answer: Succeeded,
    });

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

  return { finish, makeUnseen };
}

export const Succeeded = z.object({ success: z.literal(true) });
